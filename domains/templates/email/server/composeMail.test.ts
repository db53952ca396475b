import { expect, test } from "vitest";
import type { VariableValues } from "#core/variables.ts";
import { composeMail, fillHtml, fillLink, fillMail } from "./composeMail.ts";

const sender = { business: "Harbor & Sons", postalAddress: "1 Main St, Portland, OR 97201" };
const mail = (body: string, subject = "Spring sale") => composeMail({ body, subject, ...sender });
const values: VariableValues = {
  customer_name: '<b>"Ann" & Co</b>',
  first_name: "Ann",
  last_name: "",
  company_name: "Harbor",
  company_phone: "(503) 555-0100",
  company_email: "a@b.example",
  company_address: "1 Main St",
};

test("the shell", async () => {
  const body =
    '<h1>Hi %first_name%</h1><p>See <a href="https://a.example/?a=1&amp;b=2">our cars</a>, <a href="https://a.example/?a=1&amp;b=2">again</a> or <a href="tel:+15035550100">call</a>.</p><img src="https://a.example/1.jpg" alt="A red truck">';
  const composed = composeMail({ body, subject: "Spring <sale>", preheader: "Up to 20% off", ...sender });
  await expect(composed.html).toMatchFileSnapshot("goldenMail.html.txt");
  await expect(composed.text).toMatchFileSnapshot("goldenMail.txt");
  expect(composed.links).toEqual(["https://a.example/?a=1&b=2", "https://a.example/?a=1&b=2"]);
});

test("each slot is there once, whatever somebody writes", () => {
  const { html, text, links } = composeMail({
    body: '<p>%%unsubscribe%% %%%open%%% %%link:1%% %%view%% <a href="https://a.example/%%scanner%%">x</a> <a href="mailto:a@b.example?subject=%%open%%">y</a></p>',
    subject: "%%open%%",
    preheader: "%%view%%",
    business: "%%link:1%%",
    postalAddress: "%%scanner%%",
  });
  for (const slot of ["unsubscribe", "view", "open", "scanner", "link:1"]) {
    expect(html.split(`%%${slot}%%`), slot).toHaveLength(2);
  }
  for (const slot of ["unsubscribe", "view", "link:1"]) expect(text.split(`%%${slot}%%`), slot).toHaveLength(2);
  expect(text).not.toContain("%%open%%");
  expect(links).toEqual(["https://a.example/%%scanner%%"]);
});

test("a mail without links has none, and the footer all the same", () => {
  const { html, text, links } = mail("<p>Hello</p>");
  expect(links).toEqual([]);
  expect(text).toBe(
    "Hello\n\n-- \nHarbor & Sons\n1 Main St, Portland, OR 97201\nYou're receiving this email because you're a customer of Harbor & Sons.\nUnsubscribe: %%unsubscribe%%\nView in browser: %%view%%\n",
  );
  expect(html).toContain("Harbor &amp; Sons");
  expect(html.indexOf("%%open%%")).toBeGreaterThan(html.indexOf("%%scanner%%"));
});

test("nothing that is written ends the shell", () => {
  const { html } = mail("</td></tr></table><tr><td>x</td></tr></body><!-- <style>");
  const tagsOf = (text: string, name: string) => text.match(new RegExp(`<${name}[ >]`, "g"))?.length;
  const empty = mail("<p>x</p>").html;
  for (const name of ["table", "/table", "td", "/td", "tr", "/tr", "/body", "style"]) {
    expect(tagsOf(html, name), name).toBe(tagsOf(empty, name));
  }
});

test("a customer is filled in where it is safe", () => {
  const { html, text, links } = mail(
    '<p title="%customer_name%">Hi %customer_name%, <a href="https://a.example/?n=%customer_name%">x</a> <a href="mailto:a@b.example?subject=%customer_name%">y</a></p>',
    "For %first_name%",
  );
  const filled = fillMail({ subject: "For %first_name%", html, text }, values);
  const name = "&lt;b&gt;&quot;Ann&quot; &amp; Co&lt;/b&gt;";
  const encoded = "%3Cb%3E%22Ann%22%20%26%20Co%3C%2Fb%3E";
  expect(filled.html).toContain(`<p title="${name}">Hi ${name}, `);
  expect(filled.html).toContain(`mailto:a@b.example?subject=${encoded}"`);
  expect(filled.html).toContain("%%link:1%%");
  expect(filled.text).toContain('Hi <b>"Ann" & Co</b>, x (%%link:1%%)');
  expect(filled.subject).toBe("For Ann");
  expect(fillLink(links[0] ?? "", values)).toBe(`https://a.example/?n=${encoded}`);
  expect(fillHtml("<p>%customer_name%</p>", { ...values, customer_name: "" })).toBe("<p>there</p>");
});

test("the text says what the HTML says", () => {
  const { text } = mail(
    '<h1>Sale</h1><p>One<br>two</p><ul><li>Tires</li><li>Oil</li></ul><table class="button"><tr><td><a href="https://a.example">Book</a></td></tr></table><img src="https://a.example/1.jpg" alt="A red truck"><hr>',
  );
  expect(text.split("\n-- \n")[0]).toBe(
    "Sale\n\nOne\ntwo\n\n * Tires\n * Oil\n\nBook (%%link:1%%)\n\n[A red truck]\n\n--------------------\n",
  );
});

test("the business's own pages stand in the footer that nobody edits", () => {
  const legal = { privacy: "https://rooftop.test/legal/a/privacy", terms: "https://rooftop.test/legal/a/terms" };
  const composed = composeMail({ body: "<p>Hello</p>", subject: "Hi", ...sender, legal });
  expect(composed.text).toMatch(/Privacy: https:\S+\/privacy\nTerms: https:\S+\/terms\n$/);
  expect(composed.html).toContain(`href="${legal.privacy}"`);
  expect(composed.links).toEqual([]);
});

test("an email that isn't tracked has its footer, and neither a page of its own nor a picture that counts", () => {
  const composed = composeMail({ body: "<p>Hello</p>", subject: "Hi", ...sender, isTracked: false });
  for (const part of [composed.html, composed.text]) {
    expect(part).toContain("%%unsubscribe%%");
    expect(part).toContain(sender.postalAddress);
    expect(part).not.toMatch(/%%(view|open|scanner)%%/);
  }
});
