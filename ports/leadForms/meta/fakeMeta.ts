import { createHmac } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type MetaHosts, metaHostsAt } from "./meta.ts";

/** A lead as Meta keeps it. */
interface FakeLead {
  id: string;
  created_time: string;
  platform: string;
  field_data: { name: string; values: string[] }[];
  custom_disclaimer_responses?: { checkbox_key: string; is_checked: string }[];
}

export interface FakeMeta {
  readonly hosts: MetaHosts;
  readonly requests: string[];
  readonly followed: Set<string>;
  /** Handlers for the next requests; once used up, everything is answered. */
  readonly nextResponses: ((response: ServerResponse) => void)[];
  /** Keeps a lead of one of the page's forms. */
  fill(form: string, lead: Omit<FakeLead, "id" | "platform"> & { platform?: string }): string;
  revoke(): void;
  sign(body: string): string;
  close(): Promise<void>;
}

export const fakeApp = {
  appId: "1234567890",
  appSecret: "very secret",
  verifyToken: "a token of the operator",
} as const;

const pages = [
  { id: "17841400000000001", name: "Main Street Motors", access_token: "page-1" },
  { id: "17841400000000002", name: "Outlet", access_token: "page-2" },
];
const pageSize = 2;

/** For tests: Meta's Graph API, on this machine. Both pages have two forms each, `11` and `12`, `21` and `22`. */
export async function startFakeMeta(): Promise<FakeMeta> {
  const state = { isRevoked: false, written: 0 };
  const leads = new Map<string, FakeLead[]>();
  const requests: string[] = [];
  const followed = new Set<string>();
  const next: FakeMeta["nextResponses"] = [];

  function list<T>(response: ServerResponse, items: readonly T[], query: URLSearchParams) {
    const from = Number(query.get("after") ?? 0);
    const end = from + pageSize;
    const more = end < items.length;
    json(response, 200, {
      data: items.slice(from, end),
      paging: { cursors: { before: String(from), after: String(end) }, ...(more && { next: "https://graph/next" }) },
    });
  }

  const server = createServer((request, response) => {
    const { pathname, searchParams: query } = new URL(request.url ?? "", "http://meta");
    requests.push(`${request.method} ${pathname}?${query}`);
    const planned = next.shift();
    if (planned) return planned(response);
    const [, , one = "", edge = ""] = pathname.split("/");
    if (one === "oauth") {
      const isClient = query.get("client_id") === fakeApp.appId && query.get("client_secret") === fakeApp.appSecret;
      if (isClient && query.get("code") === "good") return json(response, 200, { access_token: "short" });
      if (isClient && query.get("fb_exchange_token") === "short") return json(response, 200, { access_token: "long" });
      return failure(response, 400, 100);
    }
    const token = (request.headers.authorization ?? "").replace("Bearer ", "");
    const proof = createHmac("sha256", fakeApp.appSecret).update(token).digest("hex");
    if (state.isRevoked || query.get("appsecret_proof") !== proof) return failure(response, 400, 190);
    if (one === "me") return token === "long" ? list(response, pages, query) : failure(response, 400, 190);
    const page = pages.find(({ access_token }) => access_token === token);
    if (!page) return failure(response, 400, 190);
    const forms = page.id.endsWith("1") ? ["11", "12"] : ["21", "22"];
    if (one === page.id && edge === "subscribed_apps") {
      if (request.method === "DELETE") followed.delete(page.id);
      else if (query.get("subscribed_fields") === "leadgen") followed.add(page.id);
      return json(response, 200, { success: true });
    }
    if (one === page.id && edge === "leadgen_forms")
      return list(
        response,
        forms.map((id) => ({ id, name: `Form ${id}` })),
        query,
      );
    if (forms.includes(one) && edge === "leads") {
      const [filter] = JSON.parse(query.get("filtering") ?? "[]") as {
        field: string;
        operator: string;
        value: number;
      }[];
      const since = filter?.field === "time_created" && filter.operator === "GREATER_THAN" ? filter.value : 0;
      const found = (leads.get(one) ?? []).filter(({ created_time }) => secondsOf(created_time) > since);
      return list(response, found.toReversed(), query);
    }
    const lead = forms.flatMap((form) => leads.get(form) ?? []).find(({ id }) => id === one);
    return lead ? json(response, 200, lead) : failure(response, 400, 100, 33);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;

  return {
    hosts: metaHostsAt(`http://127.0.0.1:${port}`),
    requests,
    followed,
    nextResponses: next,
    fill(form, { platform = "fb", ...lead }) {
      state.written += 1;
      const id = `99990000000000${String(state.written).padStart(3, "0")}`;
      leads.set(form, [...(leads.get(form) ?? []), { id, platform, ...lead }]);
      return id;
    },
    revoke() {
      state.isRevoked = true;
    },
    sign: (body) => `sha256=${createHmac("sha256", fakeApp.appSecret).update(body).digest("hex")}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const secondsOf = (created: string) => new Date(created.replace(/\+0000$/, "Z")).getTime() / 1_000;

function json(response: ServerResponse, status: number, content: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(content));
}

function failure(response: ServerResponse, status: number, code: number, error_subcode = 0): void {
  json(response, status, { error: { message: "No.", type: "OAuthException", code, error_subcode } });
}
