import { worker } from "#core/server/domainManifest.ts";
import { remindCustomerJob, sweepRemindersJob, takeAnswerJob } from "./jobs.ts";
import { remindCustomer } from "./remindCustomer.ts";
import { sweepReminders } from "./sweepReminders.ts";
import { takeAnswer } from "./takeAnswer.ts";

export const reminderWorkers = [
  worker(sweepRemindersJob, sweepReminders, { schedule: "* * * * *", atStart: sweepReminders }),
  worker(remindCustomerJob, remindCustomer),
  worker(takeAnswerJob, takeAnswer),
];
