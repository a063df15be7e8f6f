/** Line icons on a 24 x 24 grid, drawn for Kibitz. */

import { svg } from "/lib/dom.js";

const PATHS = {
  back: "M15 5l-7 7 7 7",
  forward: "M9 5l7 7-7 7",
  first: "M18 5l-7 7 7 7M7 5v14",
  last: "M6 5l7 7-7 7M17 5v14",
  close: "M6 6l12 12M18 6L6 18",
  check: "M5 13l4.5 4.5L19 7",
  plus: "M12 5v14M5 12h14",
  undo: "M9 4.5L4.5 9 9 13.5M4.5 9h9.5a5 5 0 0 1 0 10H11",
  flip: "M7 4v13M7 4L3.5 8M7 4l3.5 4M17 20V7M17 20l-3.5-4M17 20l3.5-4",
  flag: "M6 21V4M6 5c4-2.5 7 2 12 0v8c-5 2-8-2.5-12 0",
  handshake: "M3 12l4-4 5 3 5-3 4 4-6 6-3-2-3 2z",
  pause: "M8 5v14M16 5v14",
  play: "M7 4.5l12 7.5-12 7.5z",
  save: "M5 4h11l3 3v13H5zM8 4v5h7V4M8 20v-6h8v6",
  eye: "M2.5 12C5 7 8.5 5 12 5s7 2 9.5 7c-2.5 5-6 7-9.5 7s-7-2-9.5-7zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z",
  board: "M4 4h16v16H4zM4 12h16M12 4v16",
  archive: "M4 5h16v4H4zM5.5 9v10h13V9M10 13h4",
  test: "M9 4h6M10 4v6L5 19a1 1 0 0 0 1 1.5h12a1 1 0 0 0 1-1.5l-5-9V4M8 15h8",
  print: "M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z",
  settings: "M4 7h9M17 7h3M4 17h3M11 17h9M15 4.5v5M9 14.5v5",
  quit: "M12 4v8M7.5 6.5a7.5 7.5 0 1 0 9 0",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.300 5.300l1.400 1.400M17.300 17.300l1.400 1.400M5.300 18.700l1.400-1.400M17.300 6.700l1.400-1.400",
  moon: "M20 14.5A8.5 8.5 0 1 1 9.5 4a7 7 0 0 0 10.5 10.5z",
  system: "M4 5h16v11H4zM9 20h6M12 16v4",
  globe: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM3 12h18M12 3c-5 5-5 13 0 18M12 3c5 5 5 13 0 18",
  sound: "M4 9.5h4L13 5v14l-5-4.5H4zM16 9c1.5 2 1.5 4 0 6M18.5 6.5c3 3.5 3 7.5 0 11",
  mute: "M4 9.5h4L13 5v14l-5-4.5H4zM17 9.5l5 5M22 9.5l-5 5",
  speech: "M4 5h16v11h-8l-4 4v-4H4zM8 9h8M8 12h5",
  alert: "M12 4l9 16H3zM12 10v4M12 17v.5",
  info: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 11v6M12 7.5v.5",
  person: "M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4 21c1-5 4-7 8-7s7 2 8 7",
  bot: "M5 9h14v10H5zM12 9V5M9 13v1.5M15 13v1.5M3 13v3M21 13v3M10.5 5h3",
  dice: "M5 5h14v14H5zM9 9v.1M15 15v.1M15 9v.1M9 15v.1M12 12v.1",
  more: "M6 12v.1M12 12v.1M18 12v.1",
  camera: "M4 8h4l1.5-2.5h5L16 8h4v11H4zM12 10a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7z",
  phone: "M8 3h8v18H8zM11 18h2",
  download: "M12 4v11M7.5 11l4.5 4.5 4.5-4.5M5 20h14",
  upload: "M12 16V5M7.5 9L12 4.5 16.5 9M5 20h14",
  trash: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13M10.5 11v5M13.5 11v5",
  edit: "M5 19l1-4L16.5 4.5l3 3L9 18z",
  search: "M11 5a6 6 0 1 0 0 12 6 6 0 0 0 0-12zM15.5 15.5L20 20",
  copy: "M9 9h11v11H9zM5 15V4h11",
  swap: "M4 8h14M14.5 4.5L18 8l-3.5 3.5M20 16H6M9.5 12.5L6 16l3.5 3.5",
  clock: "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM12 8v4.5l3 2",
  wall: "M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z",
  lost: "M3 4l18 16M5 8v11h12M9.5 5.5h5L16 8h4v9",
  hand: "M8 12V6a1.5 1.5 0 0 1 3 0v5-6.5a1.5 1.5 0 0 1 3 0V11 6.5a1.5 1.5 0 0 1 3 0V15c0 4-2 6-5 6s-4-1-6-4l-2-3.5c1-1.200 2.5-.8 4 1.5",
  crown: "M4 18h16M5 15L3.5 7l5 4L12 5l3.5 6 5-4L19 15z",
};

/** An icon that says nothing by itself: the text beside it does. */
export function icon(name, size = 22) {
  return svg("svg", { class: "icon", viewBox: "0 0 24 24", width: size, height: size, "aria-hidden": "true", focusable: "false" }, svg("path", { d: PATHS[name] ?? PATHS.info }));
}
