export { countedPage } from "./countedPage.ts";
export {
  answersByMember,
  appointmentsByMember,
  countedAnswers,
  countedAppointments,
  liveChat,
  liveCustomer,
  shownText,
} from "./store.ts";
