export {
  answersByMember,
  appointmentsByMember,
  countedAnswers,
  countedAppointments,
  countedPage,
  liveChatId,
  liveCustomerId,
  messagePreview,
  nameOfMember,
} from "./store.ts";
