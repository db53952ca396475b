import "@mantine/core/styles/Alert.layer.css";
import { Alert, Anchor } from "@mantine/core";
import { Link } from "react-router";
import { useSession } from "#core/web/session/session.ts";
import { registrationNotices as texts } from "./texts.ts";

/** Where an owner registers the business's texts. */
export const registrationPath = "/settings/text-registration";

/** The owner's way to register the business's texts; what others can do. */
export function RegisterTexts(_: { opened?: boolean }) {
  const isOwner = useSession()?.user_type === "dealer";
  if (!isOwner) return <span>{texts.askOwner}</span>;
  return (
    <Anchor component={Link} to={registrationPath} inherit underline="always">
      {texts.link}
    </Anchor>
  );
}

/** Says that campaigns wait for the number, with what to do about it. */
export function UnregisteredNotice() {
  return (
    <Alert color="yellow" mb="md">
      {texts.waits} <RegisterTexts />
    </Alert>
  );
}
