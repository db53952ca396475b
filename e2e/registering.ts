import { randomInt } from "node:crypto";
import type { APIRequestContext } from "@playwright/test";
import { completeDraft } from "#testing/registration/registeringBusiness.ts";
import { app, expect } from "./app.ts";
import { chosenByOwner, newClient } from "./client.ts";

const typedByOperator = "Harbor-lights-7";

/** Calls the app as somebody who is signed in. */
export async function caller(request: APIRequestContext, email: string, password: string) {
  const login = await request.post("/api/login", { data: { email, password } });
  expect(login.status(), await login.text()).toBe(200);
  const { access_token } = (await login.json()).data;
  return async (method: "get" | "post", path: string, data?: object, location_id?: number) => {
    const headers = {
      authorization: `Bearer ${access_token}`,
      ...(location_id && { "location-id": String(location_id) }),
    };
    const answer = await request[method](`/api${path}`, { headers, ...(data && { data }) });
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
    return (await answer.json()).data;
  };
}

/** A client with an unregistered number, whose owner has filled in everything. */
export async function registeringClient(
  request: APIRequestContext,
  operator: Awaited<ReturnType<typeof caller>>,
  { isFilledIn = true, area = String(randomInt(300, 900)) } = {},
) {
  const client = newClient();
  await operator("post", "/admin/clients/add", {
    first_name: "Nora",
    last_name: client.last,
    business_name: client.business,
    email: client.email,
    password: typedByOperator,
    phone: "9095550142",
    title: "Harbor",
    address: "100 Main St",
    city: "Denver",
    state: "CO",
    postal_code: "80205",
  });
  const [row] = await operator("post", "/admin/clients/dt", { search: { value: client.business } });
  const sold = await operator("post", "/admin/search_number_for_client", { input: area, dealer_id: row.id });
  await operator("post", "/admin/buy_number_for_client", { selectedNumber: sold[0].number, dealerId: row.id });
  const temporary = await caller(request, client.email, typedByOperator);
  await temporary("post", "/settings/password", {
    old_password: typedByOperator,
    password: chosenByOwner,
    confirm_password: chosenByOwner,
  });
  const owner = await caller(request, client.email, chosenByOwner);
  const { profile } = await owner("get", "/text-registration");
  const draft = { ...completeDraft, ein: "95-1274821", version: profile.version };
  const { version } = isFilledIn ? await owner("post", "/text-registration/draft", draft) : profile;
  return { ...client, id: row.id as number, owner, version: version as number };
}

interface SubmissionInQueue {
  readonly id: number;
  readonly reference: string;
  readonly kind: string;
  readonly state: string;
}

/** What a reviewer at the simulated carrier decides of a client's newest submission of a kind. */
export async function decide(client: { id: number }, action: object, kind = "") {
  const mine = async () => {
    const answer = await fetch(`${app.url}/simulator/api/registrations`);
    const { data } = (await answer.json()) as { data: SubmissionInQueue[] };
    const isMine = ({ reference, state }: SubmissionInQueue) =>
      reference.startsWith(`rooftop-${client.id}-`) && ["pending", "in_review"].includes(state);
    return data.find((one) => isMine(one) && one.kind.startsWith(kind))?.id;
  };
  await expect.poll(mine, { timeout: 60_000 }).toBeDefined();
  const answer = await fetch(`${app.url}/simulator/api/registrations/${await mine()}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(action),
  });
  expect(answer.ok).toBe(true);
}
