import type { IncomingMessage, ServerResponse } from "node:http";

export interface FakeTokens {
  /** Answers requests for tokens and their revocation. @returns false for any other. */
  answer(response: ServerResponse, pathname: string, body: string): boolean;
  /** The request has a token that is still good. */
  isGood(request: IncomingMessage): boolean;
  /** The refresh token is no longer good for anything. */
  revoke(): void;
  /** The access tokens given out so far end before their time. */
  endTokens(): void;
  /** What people allow; otherwise everything that was asked for. */
  allowOnly(scope: string): void;
}

/** For tests: Google's endpoints for tokens. The code is `good`, the refresh token `lasting`. */
export function createFakeTokens(email: string): FakeTokens {
  const state: { isRevoked: boolean; token: number; scope?: string } = { isRevoked: false, token: 1 };

  return {
    answer(response, pathname, body) {
      if (pathname === "/revoke") {
        const isKnown = new URLSearchParams(body).get("token") === "lasting" && !state.isRevoked;
        state.isRevoked ||= isKnown;
        json(response, isKnown ? 200 : 400, isKnown ? {} : { error: "invalid_token" });
        return true;
      }
      if (pathname !== "/token") return false;
      const form = new URLSearchParams(body);
      const isCode = form.get("grant_type") === "authorization_code" && form.get("code") === "good";
      const isRefresh = form.get("refresh_token") === "lasting" && !state.isRevoked;
      if (!isCode && !isRefresh) {
        json(response, 400, { error: "invalid_grant", error_description: "Revoked." });
        return true;
      }
      const claims = Buffer.from(JSON.stringify({ email })).toString("base64url");
      const { scope } = state;
      const token = { access_token: `token-${state.token}`, expires_in: 3599, token_type: "Bearer" };
      const lasting = { refresh_token: "lasting", id_token: `head.${claims}.sign`, ...(scope && { scope }) };
      json(response, 200, isCode ? { ...token, ...lasting } : token);
      return true;
    },
    isGood: ({ headers }) => headers.authorization === `Bearer token-${state.token}` && !state.isRevoked,
    revoke() {
      state.isRevoked = true;
    },
    endTokens() {
      state.token += 1;
    },
    allowOnly(scope) {
      state.scope = scope;
    },
  };
}

function json(response: ServerResponse, status: number, content: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(content));
}
