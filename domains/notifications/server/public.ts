export {
  type InboundMessageKey,
  type NotificationContent,
  type NotificationRecipients,
  notify,
  notifyMessage,
} from "./notify.ts";
