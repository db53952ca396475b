/** A server that helps two browsers to reach each other, as `RTCPeerConnection` takes it. */
export interface IceServer {
  readonly urls: string;
  readonly username?: string;
  readonly credential?: string;
}

/** `stun:host`, `stun:host:3478`, `turn:user:password@host:3478?transport=udp`; `stuns` and `turns` over TLS. */
const address =
  /^(stuns?|turns?):(?:([^\s:@/?#,]+):([^\s:@/?#,]+)@)?((?:[a-z\d-]+\.)*[a-z\d-]+|\[[\da-f:.]+\])(?::(\d{1,5}))?(\?transport=(?:udp|tcp))?$/i;

/** What `STUN_URL` allows, for the message when it holds something else. */
export const allowedIceServers =
  "must be addresses such as stun:stun.example.com:3478 or turn:user:password@turn.example.com:3478, separated by commas";

function parseOne(text: string): IceServer | undefined {
  const [, scheme = "", user, password, host, port, transport = ""] = address.exec(text) ?? [];
  if (host === undefined || Number(port ?? 1) > 65_535 || Number(port ?? 1) === 0) return undefined;
  const isTurn = /^turn/i.test(scheme);
  // A relay that takes anybody is no relay that anyone runs; and STUN knows neither names nor transports.
  if (isTurn !== (user !== undefined) || (!isTurn && transport !== "")) return undefined;
  const urls = `${scheme.toLowerCase()}:${host}${port === undefined ? "" : `:${port}`}${transport}`;
  if (user === undefined || password === undefined) return { urls };
  try {
    return { urls, username: decodeURIComponent(user), credential: decodeURIComponent(password) };
  } catch {
    return undefined;
  }
}

/** The servers of a list with commas; undefined when one of them is none. */
export function parseIceServers(list: string): readonly IceServer[] | undefined {
  const parts = list.split(",").map((part) => part.trim());
  const servers = parts.filter(Boolean).map(parseOne);
  return servers.length === parts.filter(Boolean).length && servers.every((one) => one !== undefined)
    ? (servers as IceServer[])
    : undefined;
}
