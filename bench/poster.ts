import { Pool } from "undici";

/** Posts JSON over one connection, signed in with a token; any answer but 200 is an error. */
export function poster(url: string, token?: string) {
  const pool = new Pool(url, { connections: 1 });
  const headers = { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) };
  const post = async (path: string, body: object) => {
    const response = await pool.request({ method: "POST", path, headers, body: JSON.stringify(body) });
    const text = await response.body.text();
    if (response.statusCode !== 200) throw new Error(`${path}: ${response.statusCode} ${text}`);
    return text;
  };
  return { post, close: () => pool.close() };
}

/** The same for what is only read. */
export function getter(url: string, token: string) {
  const pool = new Pool(url, { connections: 1 });
  const get = async (path: string) => {
    const response = await pool.request({ method: "GET", path, headers: { authorization: `Bearer ${token}` } });
    const text = await response.body.text();
    if (response.statusCode !== 200) throw new Error(`${path}: ${response.statusCode} ${text}`);
    return text;
  };
  return { get, close: () => pool.close() };
}
