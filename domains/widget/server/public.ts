export { formToken, isInTime, readFormToken } from "./formToken.ts";
export { isFromElsewhere } from "./openWidget.ts";
export { Html, html, markup } from "./page.ts";
export { receiveSignUp } from "./receiveVisitor.ts";
export { takeVisitorLimits } from "./serveWidget.ts";
