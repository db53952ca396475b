import { anHour, nextDay, type Talk, they, we } from "../talk.ts";

export const partsTalks: readonly Talk[] = [
  {
    unread: 1,
    nameless: true,
    lines: [
      they("Hi is this the parts department? Need a driver side mirror for a 2015 Altima, how much?"),
      we(
        "Hello, this is {me} at {rooftop}. With heating and turn signal it's $189, without it's $142. What name may I note?",
      ),
      they("With heating. Can you ship it?", 18),
    ],
  },
  {
    lines: [
      we("Hi {name}, your roof rack for the Forester is here. Pick it up any day from 9 to 6, or we mount it for $60."),
      they("Mounting please! Is tomorrow morning ok?", 25),
      we("Tomorrow morning works, just come by. It takes half an hour."),
      they("Thanks!"),
      we("See you then."),
    ],
  },
  {
    lines: [
      they("do you have oem floor mats for a 2023 tucson in stock"),
      we("Yes, {name}: the set of four, all-weather, $168. Carpet ones are $124."),
      they("all weather. hold one for me? name on the account"),
      we("It's at the parts counter with your name, until the weekend."),
      they("got them. they smell like a new tire shop but fit perfect", nextDay),
      we("That goes away after a week in the sun. Enjoy!"),
    ],
  },
  {
    lines: [
      they("The key fob for my Rogue died. Changed the battery, still nothing"),
      we("Hi {name}, bring it in and we'll test it for free. A new one is $210 with programming, if it comes to that."),
      they("Ouch. Do I need an appointment?"),
      we("No, 20 minutes between 10 and 4. Bring your registration and the other key, please."),
      they("Will come by this week", 40),
    ],
  },
  {
    closed: "idle",
    lines: [
      they("Which wiper blades for 2019 Elantra?"),
      we("26 and 16 inches, {name}. $38 for both, and we put them on."),
      they("Thanks a lot"),
      we("Any time!"),
    ],
  },
  {
    lines: [
      they("Hello, we're a body shop and order quite a lot. Do you have trade prices?"),
      we("Hi {name}, we do: 18% off list from the first order, and delivery twice a day within 12 miles."),
      they("Great. Please set us up as an account"),
      we("Gladly. I need your tax certificate by e-mail, the rest I'll fill in with you by phone."),
      they("Sent. And we need two headlights for a 2021 Sentra today if possible", anHour),
      we("Both are here. They leave with the two o'clock van."),
      they("Super service, thanks"),
      we("Welcome aboard!"),
    ],
  },
  {
    lines: [
      we("Hi {name}, the spoiler for your Charger is on back order until next month. I'm sorry. Cancel or wait?"),
      they("Seriously? You said 10 days", anHour),
      we("I did, and the warehouse told me so. I can offer you 15% off for the wait, or your money back today."),
      they("Ok I'll wait with the 15%"),
      we("Thank you for your patience. I'll text you the minute it's here."),
    ],
  },
  {
    lines: [
      they("Can I return an oil filter I bought by mistake?"),
      we("Sure, {name}, unopened within 30 days, with the receipt."),
      they("Box is opened but the filter isn't used"),
      we("Then I can give you store credit for it."),
      they("Works for me 👍"),
      we("Just ask for {me} at the counter."),
    ],
  },
  {
    closed: "hand",
    lines: [
      we("Hi {name}, {me} at {rooftop}. Winter tires are 20% off this month. Shall I check the size for your car?"),
      they("STOP", anHour),
    ],
  },
  {
    lines: [
      they("Need a cargo cover for a Volvo XC60, do you carry other brands?"),
      we("Hi {name}, we can order it, two to three days. $265 and no deposit for our customers."),
      they("Yes please order it"),
      we("Ordered! I'll write as soon as it's here."),
      we("It's here, {name}, earlier than promised.", nextDay),
      they("Fantastic, will pick it up on Saturday. Thank you so much for being so quick with that", 50),
    ],
  },
];
