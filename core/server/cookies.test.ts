import type { FastifyReply, FastifyRequest } from "fastify";
import { expect, test, vi } from "vitest";
import { cookiesOf } from "./cookies.ts";

function openCookies(cookie: string | undefined, publicUrl = "https://rooftop.test") {
  const header = vi.fn();
  const cookies = cookiesOf(
    { headers: { cookie } } as FastifyRequest,
    { header } as unknown as FastifyReply,
    publicUrl,
  );
  return { cookies, header };
}

test.each([
  ["name=1", "1"],
  ["other=2; name=1; more=3", "1"],
  ["othername=2;name=1", "1"],
  ["name=a=b", "a=b"],
  ["name", undefined],
  ["", undefined],
  [undefined, undefined],
])("in %j the cookie is %j", (header, expected) => {
  expect(openCookies(header).cookies.get("name")).toBe(expected);
});

test("a cookie is for the calls alone, out of reach of scripts and other sites, and secure over https", () => {
  const secure = openCookies("");
  secure.cookies.set("name", "1", 60);
  expect(secure.header).toHaveBeenCalledWith(
    "set-cookie",
    "name=1; Max-Age=60; Path=/api; HttpOnly; SameSite=Strict; Secure",
  );
  const plain = openCookies("", "http://127.0.0.1:3000");
  plain.cookies.set("name", "1", 60);
  expect(plain.header).toHaveBeenCalledWith("set-cookie", "name=1; Max-Age=60; Path=/api; HttpOnly; SameSite=Strict");
});
