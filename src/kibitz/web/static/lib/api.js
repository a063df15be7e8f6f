/** The JSON API: one function a method, one error shape. */

export class ApiError extends Error {
  /** @param {string} code @param {string} message @param {number} status @param {number[]} cells */
  constructor(code, message, status = 0, cells = []) {
    super(message);
    this.code = code;
    this.status = status;
    this.cells = cells;
  }
}

let offlineMessage = "";

/** What to say when nobody answers; set once the texts are known. */
export function sayWhenOffline(message) {
  offlineMessage = message;
}

/** The error of a question that nobody answered. */
export function offlineError(reason = "") {
  return new ApiError("offline", offlineMessage || reason);
}

export const api = {
  get: (path, query = {}) => send("GET", withQuery(path, query)),
  post: (path, body) => send("POST", path, body ?? {}),
  put: (path, body) => send("PUT", path, body),
  patch: (path, body) => send("PATCH", path, body),
  delete: (path) => send("DELETE", path),
  /** A raw body (a file that was dropped). */
  upload: (path, body, query = {}) => send("POST", withQuery(path, query), body, true),
};

async function send(method, path, body, raw = false) {
  const headers = { Accept: "application/json" };
  if (body !== undefined && !raw) headers["Content-Type"] = "application/json";
  const content = body === undefined || raw ? body : JSON.stringify(body);
  let response;
  try {
    response = await fetch(path, { method, headers, body: content, credentials: "same-origin" });
  } catch (error) {
    document.dispatchEvent(new CustomEvent("kibitz-offline"));
    throw offlineError(String(error));
  }
  return answered(response);
}

async function answered(response) {
  if (!response.headers.has("X-Kibitz-Stored")) document.dispatchEvent(new CustomEvent("kibitz-online"));
  if (response.status === 204) return null;
  const json = (response.headers.get("Content-Type") ?? "").includes("json");
  const data = json ? await response.json() : await response.text();
  if (response.ok) return data;
  const said = json ? data.error : null;
  throw new ApiError(
    said?.code ?? "error",
    said?.message ?? `${response.status} ${response.statusText}`,
    response.status,
    said?.cells ?? [],
  );
}

/** A path with its query; empty values are left out. */
export function withQuery(path, query) {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== "");
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return text ? `${path}?${text}` : path;
}
