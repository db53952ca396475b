import { randomUUID } from "node:crypto";
import type { APIRequestContext } from "@playwright/test";
import { expect } from "./app.ts";

interface AdminLogin {
  emails: { admin: string };
  password: string;
}

/** Adds a tag of this journey over HTTP; `remove` deletes it again. */
export async function newTag(request: APIRequestContext, app: AdminLogin, name = `Hot ${randomUUID().slice(0, 8)}`) {
  const login = await request.post("/api/login", { data: { email: app.emails.admin, password: app.password } });
  const { data } = (await login.json()) as { data: { access_token: string } };
  const headers = { authorization: `Bearer ${data.access_token}` };
  const added = await request.post("/api/admin/tags/add", { headers, data: { name } });
  expect(added.ok()).toBe(true);
  const { id, slug } = ((await added.json()) as { data: { id: number; slug: string } }).data;
  const remove = async () => {
    const removed = await request.post("/api/admin/tags/delete", { headers, data: { id } });
    expect(removed.ok()).toBe(true);
  };
  return { name, slug, remove };
}
