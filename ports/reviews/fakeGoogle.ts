import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { createFakeTokens } from "../google/fakeTokens.ts";
import { type GoogleHosts, hostsAt } from "./google.ts";

const numbers = ["ONE", "TWO", "THREE", "FOUR", "FIVE"];

/** A review as Google keeps it. */
interface FakeReview {
  reviewId: string;
  reviewer: { displayName: string; isAnonymous: boolean };
  starRating: string;
  comment?: string;
  createTime: string;
  updateTime: string;
  reviewReply?: { comment: string; updateTime: string; reviewReplyState: string; policyViolation?: string };
}

export interface FakeGoogle {
  readonly hosts: GoogleHosts;
  /** Newest changed first. */
  readonly reviews: FakeReview[];
  readonly requests: string[];
  /** Handlers for the next requests for data; once used up, everything is answered. */
  readonly nextResponses: ((response: ServerResponse) => void)[];
  write(author: string, rating: number | null, body: string, at: Date): string;
  /** The refresh token is no longer good for anything. */
  revoke(): void;
  /** The access tokens given out so far end before their time. */
  endTokens(): void;
  expirePages(): void;
  close(): Promise<void>;
}

/** For tests: Google's token endpoint and the Business Profile APIs, on this machine. */
export async function startFakeGoogle(): Promise<FakeGoogle> {
  const state = { series: 1, written: 0 };
  const tokens = createFakeTokens("owner@dealership.example");
  const reviews: FakeReview[] = [];
  const requests: string[] = [];
  const next: FakeGoogle["nextResponses"] = [];

  function list(response: ServerResponse, query: URLSearchParams) {
    const size = Number(query.get("pageSize"));
    const [series, from = 0] = (query.get("pageToken") ?? `${state.series}.0`).split(".").map(Number);
    if (series !== state.series || size > 50) return error(response, 400, "INVALID_ARGUMENT");
    const sorted = reviews.toSorted((a, b) => b.updateTime.localeCompare(a.updateTime));
    const rated = sorted.map(({ starRating }) => numbers.indexOf(starRating) + 1).filter(Boolean);
    const end = from + size;
    json(response, 200, {
      // Google leaves empty lists and zeros out.
      ...(sorted.length > 0 && { reviews: sorted.slice(from, end), totalReviewCount: sorted.length }),
      ...(rated.length > 0 && { averageRating: rated.reduce((sum, one) => sum + one, 0) / rated.length }),
      ...(end < sorted.length && { nextPageToken: `${state.series}.${end}` }),
    });
  }

  function reply(response: ServerResponse, { method }: IncomingMessage, id: string, body: string) {
    const review = reviews.find(({ reviewId }) => reviewId === decodeURIComponent(id));
    if (!review) return error(response, 404, "NOT_FOUND");
    if (method === "DELETE") {
      if (!review.reviewReply) return error(response, 404, "NOT_FOUND");
      delete review.reviewReply;
      return json(response, 200, {});
    }
    const { comment } = JSON.parse(body) as { comment: string };
    if (Buffer.byteLength(comment) > 4096) return error(response, 400, "INVALID_ARGUMENT");
    const now = new Date().toISOString();
    if (review.reviewReply?.comment !== comment)
      review.reviewReply = { comment, updateTime: now, reviewReplyState: "PENDING" };
    json(response, 200, review.reviewReply);
  }

  const server = createServer(async (request, response) => {
    const body = (await buffer(request)).toString();
    const { pathname, searchParams } = new URL(request.url ?? "", "http://localhost");
    requests.push(`${request.method} ${pathname}`);
    if (tokens.answer(response, pathname, body)) return;
    const answer = next.shift();
    if (answer) return answer(response);
    if (!tokens.isGood(request)) return error(response, 401, "UNAUTHENTICATED");
    const at = "/v4/accounts/1/locations/2/reviews";
    if (pathname === "/v1/accounts") return json(response, 200, accountsPage(searchParams));
    if (pathname === "/v1/accounts/1/locations") return json(response, 200, locationsPage);
    if (pathname === "/v1/accounts/9/locations") return json(response, 200, {});
    if (pathname === at) return list(response, searchParams);
    const [, id] = /\/reviews\/([^/]+)\/reply$/.exec(pathname) ?? [];
    if (pathname.startsWith(at) && id) return reply(response, request, id, body);
    const one = reviews.find(({ reviewId }) => pathname === `${at}/${encodeURIComponent(reviewId)}`);
    if (one) return json(response, 200, one);
    error(response, 404, "NOT_FOUND");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    hosts: hostsAt(url),
    reviews,
    requests,
    nextResponses: next,
    write(author, rating, comment, at) {
      const reviewId = `AbFvOq+${++state.written}`;
      const reviewer = { displayName: author || "A Google user", isAnonymous: author === "" };
      const starRating = rating === null ? "STAR_RATING_UNSPECIFIED" : (numbers[rating - 1] ?? "");
      const time = at.toISOString();
      reviews.push({
        reviewId,
        reviewer,
        starRating,
        ...(comment && { comment }),
        createTime: time,
        updateTime: time,
      });
      return reviewId;
    },
    revoke: tokens.revoke,
    endTokens: tokens.endTokens,
    expirePages() {
      state.series += 1;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function accountsPage(query: URLSearchParams): object {
  if (!query.has("pageToken")) return { accounts: [{ name: "accounts/9", type: "PERSONAL" }], nextPageToken: "second" };
  return { accounts: [{ name: "accounts/1", accountName: "Harbor Motors", type: "LOCATION_GROUP" }] };
}

const locationsPage = {
  locations: [
    {
      name: "locations/2",
      title: "Harbor Motors",
      storefrontAddress: {
        regionCode: "US",
        addressLines: ["1 Main Street"],
        locality: "Oakland",
        administrativeArea: "CA",
      },
      metadata: { hasVoiceOfMerchant: true, newReviewUri: "https://search.google.com/local/writereview?placeid=1" },
    },
    { name: "locations/3", title: "Harbor Motors Service" },
  ],
  totalSize: 2,
};

function error(response: ServerResponse, code: number, status: string): void {
  json(response, code, { error: { code, message: "No", status } });
}

function json(response: ServerResponse, status: number, content: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(content));
}
