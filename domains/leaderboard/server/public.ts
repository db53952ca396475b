export { countedPage } from "./countedPage.ts";
export {
  answersByMember,
  appointmentsByMember,
  countedAnswers,
  countedAppointments,
  liveChatId,
  liveCustomerId,
  messagePreview,
  nameOfMember,
} from "./store.ts";
