import { customer, nextDay, oneHour, type SampleConversation, staff } from "../sampleConversation.ts";

export const serviceConversations: readonly SampleConversation[] = [
  {
    appointment: { title: "Brake inspection", type: 0, inDays: 1, at: "09:30" },
    messages: [
      customer("My brakes are squealing when I back out of the driveway. Can someone look at it?"),
      staff(
        "Hi {name}, {me} from the service desk at {rooftop}. Often that's just dust, but let's make sure. Which car is it?",
      ),
      customer("2018 Accord, 71k"),
      staff("I have {day} at {time}. The inspection is free and takes about 30 minutes."),
      customer("I'll take it"),
      staff("You're booked. Park at lane 2 and somebody will come out to you."),
    ],
  },
  {
    unread: 1,
    messages: [
      staff("Hi {name}, your Explorer is done: oil, filters, tires rotated. Ready until 6 pm today."),
      customer("Great. How much is it in total?", 9),
      staff("$148.60 with tax. You can pay at the desk or with the link in your e-mail."),
      customer("Paid online. My husband will come for the car, is that ok?", 30),
    ],
  },
  {
    messages: [
      customer("the check engine light came on again 😡 you just fixed it last week"),
      staff("I'm very sorry, {name}. That shouldn't happen. Is it steady or blinking?"),
      customer("steady"),
      staff("Then it's safe to drive here. Come any time today, we'll read it at once and the diagnosis is on us."),
      customer("ok on my way at lunch"),
      staff("It was a loose gas cap sensor, replaced under warranty. Again, sorry for the trouble, {name}.", 150),
      customer("thank you for the quick fix"),
    ],
  },
  {
    messages: [
      staff("Hi {name}, {me} at {rooftop}. Your Camry is due for its 60,000 mile service. Shall I find you a time?"),
      customer("What does it include and what does it cost?", oneHour),
      staff(
        "Spark plugs, coolant, brake fluid, both filters and a full inspection: $589, and a loaner car if you need one.",
      ),
      customer("Is that really all needed? It drives fine"),
      staff(
        "The fluids and plugs are what the maker asks for to keep the warranty. The cabin filter can wait, that's $62 less.",
      ),
      customer("Fair enough. Maybe next month after vacation"),
      staff("No problem. I'll write to you in the first week of next month."),
    ],
  },
  {
    closed: "idle",
    messages: [
      customer("Do you do tire alignments without an appointment?"),
      staff("Hi {name}, yes, before 11 am on weekdays. It takes about an hour and costs $119."),
      customer("Perfect thx"),
    ],
  },
  {
    appointment: { title: "Recall: airbag module", type: 0, inDays: 6, at: "13:00" },
    messages: [
      customer("Got a letter about an airbag recall for my Pilot. Is it urgent?"),
      staff("Hi {name}, please don't wait too long with that one. The repair is free and takes about two hours."),
      customer("I can only do afternoons"),
      staff("The part will be here by then: {day} at {time}? We have a shuttle within 10 miles."),
      customer("That works, and yes please for the shuttle"),
      staff("All set, shuttle included. Bring the letter if you still have it."),
    ],
  },
  {
    unread: 3,
    messages: [
      customer("Hi, I left my sunglasses in the car when I dropped it off"),
      customer("Could somebody put them aside?", 1),
      customer("Ray Bans in a brown case, in the center console", 2),
    ],
  },
  {
    appointment: { title: "AC check", type: 0, inDays: 2, at: "15:15", missed: true },
    messages: [
      customer("AC blows warm air only, it's 98 degrees out there lol"),
      staff("Oh no! {me} here from {rooftop}. I can squeeze you in on {day} at {time}."),
      customer("ok book it"),
      staff("Booked. It's $89 for the test, which comes off the repair."),
      staff("Hi {name}, we missed you at your appointment. Would you like another time?", 1_900),
      customer("Sorry, got stuck at work. I'll call tomorrow", oneHour),
      staff("No worries at all. Talk tomorrow!"),
    ],
  },
  {
    messages: [
      staff(
        "Hi {name}, the technician found that the front brake pads are at 3 mm. New ones are $279 installed. Shall we do it?",
      ),
      customer("How long can I still drive with these?"),
      staff("About 3,000 to 4,000 miles, then it gets expensive because the rotors suffer."),
      customer("Alright, go ahead"),
      staff("Thank you! Your car will be ready at 4 instead of 3."),
      customer("👍"),
      staff("Ready for you, {name}. Keys are at the desk.", 140),
    ],
  },
  {
    failed: { code: "30003", words: "The phone couldn't be reached. It may be off." },
    messages: [
      customer("how much is a new battery for a 2016 f150?"),
      staff("Hi {name}, $219 installed with three years of warranty. We can test yours first, that's free."),
      customer("ok ill come by after work one of these days"),
      staff("Hi {name}, just checking in: it gets cold next week and we still have your battery in stock.", nextDay),
    ],
  },
];
