import Fastify from "fastify";
import { expect, test } from "vitest";
import { pathsIn, visitMail } from "./simulatedVisits.ts";

test("a mail leads to its own server's addresses, in order; others are none of the simulator's", () => {
  const html =
    '<a href="https://us.test/l/1">One</a><img alt="" src="https://elsewhere.test/car.jpg"><a style="x" href="https://us.test/u/t">Leave</a>' +
    '<a href="https://us.test.evil.test/l/2">x</a><a href="mailto:a@b.test">y</a><img src="https://us.test/o/t.gif" alt="">';
  const headers = { "List-Unsubscribe": "<https://us.test/u/t>, <mailto:u@us.test>" };
  expect(pathsIn({ html, headers })).toEqual({ pictures: ["/o/t.gif"], links: ["/l/1", "/u/t"] });
  expect(pathsIn({ html, headers: {} })).toEqual({ pictures: [], links: [] });
});

test("whoever opens a mail loads its pictures, a scanner asks for everything and passes for a browser", async () => {
  const http = Fastify();
  const visits: string[] = [];
  http.addHook("onRequest", async ({ method, url, headers }) => {
    visits.push(`${method} ${url} ${/Chrome/.test(headers["user-agent"] ?? "")}`);
  });
  const html =
    '<a href="https://us.test/l/1">One</a><a href="https://us.test/u/t">Leave</a><img src="https://us.test/o/t">';
  const mail = { html, headers: { "List-Unsubscribe": "<https://us.test/u/t>" } };
  await visitMail(http, mail, "open");
  expect(visits.splice(0)).toEqual(["GET /o/t true"]);
  await visitMail(http, mail, "scan");
  expect(visits).toEqual(["HEAD /l/1", "HEAD /u/t", "GET /o/t", "GET /l/1", "GET /u/t"].map((one) => `${one} true`));
  await http.close();
});
