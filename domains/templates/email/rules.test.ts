import { expect, test } from "vitest";
import { saysNothing } from "./contract.ts";
import { linkOf } from "./rules.ts";

test.each([
  ["https://a.example/x", "https://a.example/x"],
  [" harbor.example/sale?x=1 ", "https://harbor.example/sale?x=1"],
  ["sales@harbor.example", "mailto:sales@harbor.example"],
  ["tel:+15035550100", "tel:+15035550100"],
  ["javascript:alert(1)", undefined],
  ["https://", undefined],
  ["https://ana:secret@harbor.example", undefined],
  ["https://harbor.example@evil.example/x", undefined],
  ["our cars", undefined],
  ["", undefined],
])("%j leads to %j", (typed, expected) => expect(linkOf(typed)).toBe(expected));

test.each([
  ["<p></p>", true],
  ["<p> &nbsp;</p><br>", true],
  ["<p>x</p>", false],
  ['<img src="https://a.example/1.jpg" alt="">', false],
])("%j says nothing: %j", (html, expected) => expect(saysNothing(html)).toBe(expected));
