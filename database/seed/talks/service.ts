import { anHour, nextDay, type Talk, they, we } from "../talk.ts";

export const serviceTalks: readonly Talk[] = [
  {
    visit: { title: "Brake inspection", type: 0, inDays: 1, at: "09:30" },
    lines: [
      they("My brakes are squealing when I back out of the driveway. Can someone look at it?"),
      we(
        "Hi {name}, {me} from the service desk at {rooftop}. Often that's just dust, but let's make sure. Which car is it?",
      ),
      they("2018 Accord, 71k"),
      we("I have {day} at {time}. The inspection is free and takes about 30 minutes."),
      they("I'll take it"),
      we("You're booked. Park at lane 2 and somebody will come out to you."),
    ],
  },
  {
    unread: 1,
    lines: [
      we("Hi {name}, your Explorer is done: oil, filters, tires rotated. Ready until 6 pm today."),
      they("Great. How much is it in total?", 9),
      we("$148.60 with tax. You can pay at the desk or with the link in your e-mail."),
      they("Paid online. My husband will come for the car, is that ok?", 30),
    ],
  },
  {
    lines: [
      they("the check engine light came on again 😡 you just fixed it last week"),
      we("I'm very sorry, {name}. That shouldn't happen. Is it steady or blinking?"),
      they("steady"),
      we("Then it's safe to drive here. Come any time today, we'll read it at once and the diagnosis is on us."),
      they("ok on my way at lunch"),
      we("It was a loose gas cap sensor, replaced under warranty. Again, sorry for the trouble, {name}.", 150),
      they("thank you for the quick fix"),
    ],
  },
  {
    lines: [
      we("Hi {name}, {me} at {rooftop}. Your Camry is due for its 60,000 mile service. Shall I find you a time?"),
      they("What does it include and what does it cost?", anHour),
      we(
        "Spark plugs, coolant, brake fluid, both filters and a full inspection: $589, and a loaner car if you need one.",
      ),
      they("Is that really all needed? It drives fine"),
      we(
        "The fluids and plugs are what the maker asks for to keep the warranty. The cabin filter can wait, that's $62 less.",
      ),
      they("Fair enough. Maybe next month after vacation"),
      we("No problem. I'll write to you in the first week of next month."),
    ],
  },
  {
    closed: "idle",
    lines: [
      they("Do you do tire alignments without an appointment?"),
      we("Hi {name}, yes, before 11 am on weekdays. It takes about an hour and costs $119."),
      they("Perfect thx"),
    ],
  },
  {
    visit: { title: "Recall: airbag module", type: 0, inDays: 6, at: "13:00" },
    lines: [
      they("Got a letter about an airbag recall for my Pilot. Is it urgent?"),
      we("Hi {name}, please don't wait too long with that one. The repair is free and takes about two hours."),
      they("I can only do afternoons"),
      we("The part will be here by then: {day} at {time}? We have a shuttle within 10 miles."),
      they("That works, and yes please for the shuttle"),
      we("All set, shuttle included. Bring the letter if you still have it."),
    ],
  },
  {
    unread: 3,
    lines: [
      they("Hi, I left my sunglasses in the car when I dropped it off"),
      they("Could somebody put them aside?", 1),
      they("Ray Bans in a brown case, in the center console", 2),
    ],
  },
  {
    visit: { title: "AC check", type: 0, inDays: 2, at: "15:15", missed: true },
    lines: [
      they("AC blows warm air only, it's 98 degrees out there lol"),
      we("Oh no! {me} here from {rooftop}. I can squeeze you in on {day} at {time}."),
      they("ok book it"),
      we("Booked. It's $89 for the test, which comes off the repair."),
      we("Hi {name}, we missed you at your appointment. Would you like another time?", 1_900),
      they("Sorry, got stuck at work. I'll call tomorrow", anHour),
      we("No worries at all. Talk tomorrow!"),
    ],
  },
  {
    lines: [
      we(
        "Hi {name}, the technician found that the front brake pads are at 3 mm. New ones are $279 installed. Shall we do it?",
      ),
      they("How long can I still drive with these?"),
      we("About 3,000 to 4,000 miles, then it gets expensive because the rotors suffer."),
      they("Alright, go ahead"),
      we("Thank you! Your car will be ready at 4 instead of 3."),
      they("👍"),
      we("Ready for you, {name}. Keys are at the desk.", 140),
    ],
  },
  {
    failed: { code: "30003", words: "The phone could not be reached; it may be switched off." },
    lines: [
      they("how much is a new battery for a 2016 f150?"),
      we("Hi {name}, $219 installed with three years of warranty. We can test yours first, that's free."),
      they("ok ill come by after work one of these days"),
      we("Hi {name}, just checking in: it gets cold next week and we still have your battery in stock.", nextDay),
    ],
  },
];
