import Fastify from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { secureHeaders } from "./headers.ts";

async function headersOf(publicUrl: string, url = "/login") {
  const http = Fastify();
  onTestFinished(() => http.close());
  await secureHeaders(http, publicUrl);
  http.get("/*", async () => "A page");
  return (await http.inject(url)).headers;
}

test.each([
  ["https://texts.example.com", "max-age=31536000"],
  ["http://127.0.0.1:3000", undefined],
  ["http://texts.example.com", undefined],
])("with PUBLIC_URL=%s browsers are told to use TLS alone: %s", async (publicUrl, expected) => {
  expect((await headersOf(publicUrl))["strict-transport-security"]).toBe(expected);
});

test.each(["/", "/login", "/inbox/all", "/meetings/room", "/r/abc", "/api/none"])(
  "%s gets nothing of the device",
  async (path) => {
    const policy = String((await headersOf("https://texts.example.com", path))["permissions-policy"]);
    for (const device of ["camera", "microphone", "geolocation", "payment", "usb"]) {
      expect(policy).toMatch(new RegExp(`(^|, )${device}=\\(\\)(,|$)`));
    }
  },
);

test.each(["/j/abc", "/meetings/room/7"])(
  "the video room at %s gets camera, microphone and screen alone",
  async (path) => {
    const policy = String((await headersOf("https://texts.example.com", path))["permissions-policy"]);
    for (const device of ["camera", "microphone", "display-capture"]) expect(policy).toContain(`${device}=(self)`);
    for (const device of ["geolocation", "payment", "usb"]) expect(policy).toContain(`${device}=()`);
  },
);

test("pages may only run our scripts, and make markup and code by the named policies alone", async () => {
  const policy = String((await headersOf("https://texts.example.com"))["content-security-policy"]).split(";");
  expect(policy).toContain("script-src 'self'");
  expect(policy).toContain("require-trusted-types-for 'script'");
  expect(policy).toContain("trusted-types default rooftop-workers rooftop-mail rooftop-editor");
});
