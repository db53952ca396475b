/* Who opened an email or followed its links: a person, or a program that looks at email before people do. */

/** An opened email, or a followed link. */
export interface EmailVisit {
  readonly id: number;
  readonly kind: "open" | "click";
  /** Of a click; 0: the link that only programs see. */
  readonly link_n: number | null;
  readonly at: Date;
  readonly is_machine: boolean;
}

const secondMs = 1_000;
/** Nobody opens an email, or follows its links, that soon after a server took it. */
const openAfterMs = 10 * secondMs;
const clickAfterMs = 5 * secondMs;
/** Nobody follows so many links of an email within so short a time. */
const burstLinks = 3;
const burstMs = 3 * secondMs;
/** Whoever follows the hidden link around then is a program, whatever else it follows. */
const hiddenLinkMs = 60 * secondMs;
/** Of one recipient so many visits of people, and as many of programs, are kept. */
export const maxVisits = 25;

/** Whether a visit is a program's by its time alone. @param handed_at null: our own answer is still on its way. */
export function isTooSoon(kind: EmailVisit["kind"], at: Date, handed_at: Date | null): boolean {
  const waits = kind === "open" ? openAfterMs : clickAfterMs;
  return handed_at === null || at.getTime() - handed_at.getTime() < waits;
}

/** Which visits are a program's by what else happened around them, beyond those that are known. */
export function machineVisits(visits: readonly EmailVisit[]): number[] {
  const clicks = visits.filter(({ kind }) => kind === "click");
  const hidden = clicks.filter(({ link_n }) => link_n === 0);
  return clicks
    .filter(({ is_machine }) => !is_machine)
    .filter((click) => {
      const isNear = (other: EmailVisit, within: number) => Math.abs(other.at.getTime() - click.at.getTime()) <= within;
      return click.link_n === 0 || hidden.some((other) => isNear(other, hiddenLinkMs)) || isInBurst(click, clicks);
    })
    .map(({ id }) => id);
}

/** True when some span of three seconds around the click has three different links. */
function isInBurst(click: EmailVisit, clicks: readonly EmailVisit[]): boolean {
  const time = click.at.getTime();
  return clicks.some(({ at }) => {
    const from = at.getTime();
    if (time < from || time > from + burstMs) return false;
    const inSpan = clicks.filter((other) => other.at.getTime() >= from && other.at.getTime() <= from + burstMs);
    return new Set(inSpan.map(({ link_n }) => link_n)).size >= burstLinks;
  });
}

/** What a recipient's visits come to. Who follows a link has opened the email, pictures or not. */
export function stampsOf(visits: readonly EmailVisit[]) {
  const first = (chosen: readonly EmailVisit[]) =>
    chosen.reduce<Date | null>((earliest, { at }) => (earliest && earliest <= at ? earliest : at), null);
  const people = visits.filter(({ is_machine }) => !is_machine);
  return {
    opened_at: first(people),
    clicked_at: first(people.filter(({ kind }) => kind === "click")),
    machine_opened_at: first(visits.filter(({ is_machine }) => is_machine)),
  };
}
