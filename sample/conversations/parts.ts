import { customer, nextDay, oneHour, type SampleConversation, staff } from "../sampleConversation.ts";

export const partsConversations: readonly SampleConversation[] = [
  {
    unread: 1,
    nameless: true,
    messages: [
      customer("Hi is this the parts department? Need a driver side mirror for a 2015 Altima, how much?"),
      staff(
        "Hello, this is {me} at {rooftop}. With heating and turn signal it's $189, without it's $142. What name may I note?",
      ),
      customer("With heating. Can you ship it?", 18),
    ],
  },
  {
    messages: [
      staff(
        "Hi {name}, your roof rack for the Forester is here. Pick it up any day from 9 to 6, or we mount it for $60.",
      ),
      customer("Mounting please! Is tomorrow morning ok?", 25),
      staff("Tomorrow morning works, just come by. It takes half an hour."),
      customer("Thanks!"),
      staff("See you then."),
    ],
  },
  {
    messages: [
      customer("do you have oem floor mats for a 2023 tucson in stock"),
      staff("Yes, {name}: the set of four, all-weather, $168. Carpet ones are $124."),
      customer("all weather. hold one for me? name on the account"),
      staff("It's at the parts counter with your name, until the weekend."),
      customer("got them. they smell like a new tire shop but fit perfect", nextDay),
      staff("That goes away after a week in the sun. Enjoy!"),
    ],
  },
  {
    messages: [
      customer("The key fob for my Rogue died. Changed the battery, still nothing"),
      staff(
        "Hi {name}, bring it in and we'll test it for free. A new one is $210 with programming, if it comes to that.",
      ),
      customer("Ouch. Do I need an appointment?"),
      staff("No, 20 minutes between 10 and 4. Bring your registration and the other key, please."),
      customer("Will come by this week", 40),
    ],
  },
  {
    closed: "idle",
    messages: [
      customer("Which wiper blades for 2019 Elantra?"),
      staff("26 and 16 inches, {name}. $38 for both, and we put them on."),
      customer("Thanks a lot"),
      staff("Any time!"),
    ],
  },
  {
    messages: [
      customer("Hello, we're a body shop and order quite a lot. Do you have trade prices?"),
      staff("Hi {name}, we do: 18% off list from the first order, and delivery twice a day within 12 miles."),
      customer("Great. Please set us up as an account"),
      staff("Gladly. I need your tax certificate by e-mail, the rest I'll fill in with you by phone."),
      customer("Sent. And we need two headlights for a 2021 Sentra today if possible", oneHour),
      staff("Both are here. They leave with the two o'clock van."),
      customer("Super service, thanks"),
      staff("Welcome aboard!"),
    ],
  },
  {
    messages: [
      staff("Hi {name}, the spoiler for your Charger is on back order until next month. I'm sorry. Cancel or wait?"),
      customer("Seriously? You said 10 days", oneHour),
      staff("I did, and the warehouse told me so. I can offer you 15% off for the wait, or your money back today."),
      customer("Ok I'll wait with the 15%"),
      staff("Thank you for your patience. I'll text you the minute it's here."),
    ],
  },
  {
    messages: [
      customer("Can I return an oil filter I bought by mistake?"),
      staff("Sure, {name}, unopened within 30 days, with the receipt."),
      customer("Box is opened but the filter isn't used"),
      staff("Then I can give you store credit for it."),
      customer("Works for me 👍"),
      staff("Just ask for {me} at the counter."),
    ],
  },
  {
    closed: "hand",
    messages: [
      staff("Hi {name}, {me} at {rooftop}. Winter tires are 20% off this month. Shall I check the size for your car?"),
      customer("STOP", oneHour),
    ],
  },
  {
    messages: [
      customer("Need a cargo cover for a Volvo XC60, do you carry other brands?"),
      staff("Hi {name}, we can order it, two to three days. $265 and no deposit for our customers."),
      customer("Yes please order it"),
      staff("Ordered! I'll write as soon as it's here."),
      staff("It's here, {name}, earlier than promised.", nextDay),
      customer("Fantastic, will pick it up on Saturday. Thank you so much for being so quick with that", 50),
    ],
  },
];
