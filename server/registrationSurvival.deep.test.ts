import { simpleParser } from "mailparser";
import { expect, onTestFinished, test } from "vitest";
import { stepNames } from "#ports/registration/twilio/steps.ts";
import { taxNumber } from "#testing/registration/registeringBusiness.ts";
import {
  type KillMoment,
  killMoments,
  type RegistrationSurvival,
  surviveRegistration,
} from "#testing/registration/survival.ts";

const all = process.env.KILLS === "all";
/** A start takes four seconds of a core. */
const withinMs = all ? 700_000 : 400_000;

/** Where a process can die, in order; joins and looks at numbers are two each. */
const places = [
  ...stepNames("business", 1),
  "review business",
  ...stepNames("campaign", 1),
  "review campaign",
  "join",
  "number",
];
/** What would cost twice if it were made twice. */
const dearest = ["profile", "brand", "service", "campaign", "join"];

/** All of them with KILLS=all; otherwise those that cost, and of the others each third, another one at each moment. */
const isChosen = (place: string, moment: KillMoment) =>
  all || dearest.includes(place) || places.indexOf(place) % killMoments.length === killMoments.indexOf(moment);

/** The states of each kind of row, in the only order. A step that must wait is intended anew; one that is done stays so. */
function statesOf(what: string): readonly string[] {
  if (what === "kind campaign") return ["waiting", "submitting", "in_review", "approved"];
  if (what === "kind business") return ["submitting", "in_review", "approved"];
  return what.startsWith("number ") ? ["pending", "registered"] : ["intended", "done"];
}

/** The rows whose states were others, or went back. */
function wentBack({ states }: RegistrationSurvival): string[] {
  const rows = Map.groupBy(states, ({ what }) => what);
  return [...rows].flatMap(([what, all]) => {
    const seen = all.map(({ state }) => state).filter((state, at, list) => state !== list[at - 1]);
    return seen.join() === statesOf(what).join() ? [] : [`${what}: ${seen.join()}`];
  });
}

/** The tables and columns that have the tax number in readable form. */
async function tablesWith({ db }: RegistrationSurvival, text: string): Promise<string[]> {
  const tables = await db.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const found: string[] = [];
  for (const { name } of tables.rows) {
    const { rowCount } = await db.query(`select from ${name} as row where row::text like $1 limit 1`, [`%${text}%`]);
    if (rowCount) found.push(name);
  }
  return found;
}

test.each(killMoments)(
  "a registration at Twilio whose process is killed step by step %s is approved, and everything is made once",
  async (moment) => {
    const diesIn = (place: string) => isChosen(place.replace(/ PN\w+$/, ""), moment);
    const survival = await surviveRegistration({ moment, diesIn, withinMs });
    onTestFinished(survival.close);
    const { dealer, fake, db, kills, answers, mails, output } = survival;

    const { rows: numbers } = await db.query<{ provider_sid: string; number: string }>(
      "select provider_sid, number from phone_numbers order by number",
    );
    const sids = numbers.map(({ provider_sid }) => provider_sid);
    const expected = places.flatMap((place) =>
      ["join", "number"].includes(place) ? sids.map((sid) => `${place} ${sid}`) : [place],
    );
    expect(kills.toSorted()).toEqual(expected.filter(diesIn).toSorted());

    expect(fake.violations).toEqual([]);
    // A check for completeness may be made again; it makes nothing else.
    const made = Map.groupBy(fake.resources, ({ sid }) => sid.slice(0, 2));
    made.delete("EL");
    const counts = [...made].map(([prefix, all]) => [prefix, all.length]);
    expect(Object.fromEntries(counts)).toEqual({ BU: 2, IT: 3, AD: 1, RD: 1, BV: 6, BN: 1, MG: 1, QE: 1 });
    expect([...fake.of("BN"), ...fake.of("QE")].map(({ submissions }) => submissions)).toEqual([1, 1]);
    expect(
      fake
        .of("MG")
        .flatMap(({ numbers: joined }) => joined as string[])
        .toSorted(),
    ).toEqual(sids.toSorted());

    const { rows: history } = await db.query<{ kind: string; what: string; number: string; fee_cents: number }>(
      "select kind, what, number, fee_cents from carrier_registration_events where dealer_id = $1 order by id",
      [dealer.dealer_id],
    );
    const happened = history.map(({ kind, what, number }) => `${kind} ${what}${number && ` ${number}`}`);
    expect(happened.slice(0, 5)).toEqual([
      "business submitted",
      "business in_review",
      "business approved",
      "campaign in_review",
      "campaign approved",
    ]);
    const joined = numbers.flatMap(({ number }) => [`number joined ${number}`, `number registered ${number}`]);
    expect(happened.slice(5).toSorted()).toEqual(joined.toSorted());
    expect(history.map(({ fee_cents }) => fee_cents).filter((fee) => fee > 0)).toEqual([1_950]);
    expect(wentBack(survival)).toEqual([]);

    expect([...answers.signed].filter((status) => ![0, 204].includes(status))).toEqual([]);
    expect([...answers.forged].filter((status) => ![0, 403].includes(status))).toEqual([]);
    expect([answers.signed.has(204), answers.forged.has(403)]).toEqual([true, true]);

    const news = await Promise.all(mails.map(({ raw }) => simpleParser(raw)));
    expect(new Set(news.map(({ messageId }) => messageId)).size).toBe(4);
    const { length } = new Set(news.map(({ subject }) => subject)).size === 4 ? news : [];
    expect(length).toBeGreaterThanOrEqual(4);
    for (const secret of [taxNumber, "95-1274821"]) {
      expect(output).not.toContain(secret);
      expect(news.filter(({ text, html }) => `${text} ${html}`.includes(secret))).toEqual([]);
      expect(await tablesWith(survival, secret)).toEqual([]);
    }
  },
  withinMs + 60_000,
);
