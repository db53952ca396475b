export {
  type AskingPhone,
  answeringAt,
  answerPhone,
  mayAnswer,
  noteWebsiteAnswer,
  wasAnswered,
} from "./answerPhone.ts";
