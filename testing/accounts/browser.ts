import type { TestApp } from "#testing/testApp.ts";
import type { PostedAnswer } from "./secondFactor.ts";

/** A browser with an IP address of its own that keeps its cookie. */
export interface TestBrowser {
  /** The whole `set-cookie` header of the last answer that had one. */
  readonly setCookie: string;
  post(path: string, body: object, token?: string): Promise<PostedAnswer>;
}

let count = 0;

/** An IP address that no other request of this test file has. */
export function freshAddress(): string {
  count += 1;
  return `203.0.${count >> 8}.${count & 255}`;
}

/** Opens a browser without cookies. */
export function openBrowser(app: TestApp, address = freshAddress()): TestBrowser {
  let setCookie = "";
  return {
    get setCookie() {
      return setCookie;
    },
    async post(path, payload, token) {
      const headers = {
        ...(setCookie && { cookie: setCookie.split(";")[0] }),
        ...(token && { authorization: `Bearer ${token}` }),
      };
      const request = { method: "POST", url: `/api${path}`, headers, payload, remoteAddress: address } as const;
      const answer = await app.http.inject(request);
      setCookie = String(answer.headers["set-cookie"] ?? setCookie);
      const { message, data } = answer.json();
      const retryAfter = Number(answer.headers["retry-after"] ?? Number.NaN);
      const text = JSON.stringify(answer.headers) + answer.payload;
      return { status: answer.statusCode, message, data, retryAfter, text };
    },
  };
}
