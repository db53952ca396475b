import type { FirstRun, FirstStep } from "../contract.ts";

const numerals = ["No", "One", "Two", "Three", "Four", "Five"];

/** What the list of first steps says. */
export const firstRunTexts = {
  welcome: (first_name: string) => `Welcome to Rooftop, ${first_name}`,
  left: (left: number, location: string) =>
    `${numerals[left]} ${left === 1 ? "step" : "steps"} until ${location} can text its first customer.`,
  allDone: "You’re all set",
  ready: (location: string) => `${location} can text its customers.`,
  done: (done: number, all: number) => `${done} of ${all} done`,
  hide: "Hide this list",
  show: "Show the list in the inbox",
  progress: "First steps",
  waiting: { number: "Requested", registration: "In review" } as Partial<Record<FirstStep["step"], string>>,
  blocked: "Needs a number",
  titles: {
    number: "Get a number",
    registration: "Register your texts",
    customers: "Import customers",
    team: "Invite the team",
    text: "Send a test text",
  } satisfies Record<FirstStep["step"], string>,
  actions: {
    number: "Request a number",
    registration: "Register your texts",
    customers: "Upload customers",
    team: "Invite the team",
    text: "Send a test text",
  } satisfies Record<FirstStep["step"], string>,
  about: {
    number: {
      open: "Texts leave from a local number that customers can also call. We let you know when it’s ready.",
      waiting: "We’re getting your number, and let you know when it’s ready.",
      done: "Your number is ready.",
    },
    registration: {
      open: "Carriers deliver texts of registered businesses only. It takes about ten minutes.",
      waiting: "Carriers are reviewing your registration.",
      done: "Your number is registered with carriers.",
    },
    customers: { open: "Upload a CSV or paste a list. We match the columns.", done: "Your customers are in Rooftop." },
    text: {
      open: "To your own phone, to see what your customers see.",
      blocked: "To your own phone, once you have a number.",
      done: "Your first text is on its way.",
    },
  },
  test: {
    title: "Send a test text",
    phone: "Your phone",
    about: "We add you as a customer, so that you can see both sides of the conversation.",
    action: "Send",
    message: (location: string) => `Hello from ${location}! This is a test text from Rooftop.`,
  },
} as const;

/** What a step is about, in its state. */
export function aboutStep({ step, state }: FirstStep, team: FirstRun["team"]): string {
  if (step === "team") return aboutTeam(team);
  const texts: Partial<Record<FirstStep["state"], string>> = firstRunTexts.about[step];
  return texts[state] ?? "";
}

/** "Marcus and Dana have an invitation." */
function aboutTeam(team: FirstRun["team"]): string {
  const names = new Intl.ListFormat("en-US").format(team.map(({ first_name }) => first_name));
  if (names === "") return "Everyone answers from one inbox, each with a sign-in of their own.";
  const [has, is] = team.length === 1 ? ["has", "is"] : ["have", "are"];
  return team.every(({ is_invited }) => is_invited) ? `${names} ${has} an invitation.` : `${names} ${is} on the team.`;
}
