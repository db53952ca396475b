import { generateKeyPairSync, verify } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import type { FcmAccount } from "./fcm.ts";

export interface FakeFcm {
  readonly account: FcmAccount;
  readonly apiUrl: string;
  /** The accepted messages. */
  readonly accepted: { readonly message: Record<string, unknown> }[];
  /** Handlers for the next requests; once used up, every message is accepted. */
  readonly nextResponses: ((response: ServerResponse) => void)[];
  close(): Promise<void>;
}

/** For tests: Firebase and its token endpoint, on this machine. */
export async function startFakeFcm(): Promise<FakeFcm> {
  const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const taken: FakeFcm["accepted"] = [];
  const next: FakeFcm["nextResponses"] = [];
  const server = createServer(async (request, response) => {
    const body = (await buffer(request)).toString();
    if (request.url === "/token") {
      const [head, claims, signature = ""] = (new URLSearchParams(body).get("assertion") ?? "").split(".");
      const isValid = verify(
        "sha256",
        Buffer.from(`${head}.${claims}`),
        publicKey,
        Buffer.from(signature, "base64url"),
      );
      return json(response, isValid ? 200 : 401, {
        access_token: "test-access-token",
        expires_in: 3600,
        token_type: "Bearer",
      });
    }
    const answer = next.shift();
    if (answer) return answer(response);
    const isSend = request.url === "/v1/projects/rooftop-tests/messages:send";
    if (!isSend || request.headers.authorization !== "Bearer test-access-token") return json(response, 401, {});
    taken.push(JSON.parse(body));
    json(response, 200, { name: "projects/rooftop-tests/messages/1" });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const account = {
    project_id: "rooftop-tests",
    client_email: "rooftop@rooftop-tests.iam.example.com",
    private_key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    token_uri: `${apiUrl}/token`,
  };
  return {
    account,
    apiUrl,
    accepted: taken,
    nextResponses: next,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function json(response: ServerResponse, status: number, content: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(content));
}

/** An error response in Firebase's format. */
export function fcmErrorResponse(status: number, ...details: object[]) {
  return (response: ServerResponse) => json(response, status, { error: { code: status, message: "No", details } });
}
