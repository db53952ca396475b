import { Alert, Badge, Button, Skeleton } from "@mantine/core";
import { useCall } from "#core/web/call/useCall.ts";
import { useSend } from "#core/web/call/useSend.ts";
import { confirm } from "#core/web/dialog/confirm.tsx";
import { useTime } from "#core/web/time/useTime.ts";
import { type SignedInBrowser, settings } from "../contract.ts";
import classes from "./Settings.module.css";

const refreshes = [settings.sessions];

/** The browsers in which the person is signed in, each with a sign-out button. */
export function SignedInBrowsers() {
  const { data, error } = useCall(settings.sessions);
  const endOthers = useSend(settings.endOtherSessions, { invalidates: refreshes });
  const confirmEndOthers = async () => {
    const text = "Every other browser will have to sign in again.";
    if (await confirm({ title: "Sign out everywhere else", text, action: "Sign out", danger: true }))
      endOthers.mutate({});
  };
  if (error) return <Alert color="red" title={error.message} />;
  if (!data) return <Skeleton h="4rem" aria-hidden />;
  return (
    <div>
      <ul className={classes.sessions}>
        {data.sessions.map((browser) => (
          <li key={browser.id}>
            <Browser browser={browser} />
          </li>
        ))}
      </ul>
      {data.sessions.length > 1 && (
        <Button variant="default" mt="sm" loading={endOthers.isPending} onClick={confirmEndOthers}>
          Sign out everywhere else
        </Button>
      )}
    </div>
  );
}

function Browser({ browser: { id, device, ip, last_used_at, is_current } }: { browser: SignedInBrowser }) {
  const time = useTime();
  const end = useSend(settings.endSession, { invalidates: refreshes });
  return (
    <>
      <div>
        {device}
        <small>
          {ip && `${ip} · `}last used {time.dateTime(last_used_at)}
        </small>
      </div>
      {is_current === 1 ? (
        <Badge color="green">This browser</Badge>
      ) : (
        <Button
          variant="default"
          size="xs"
          loading={end.isPending}
          aria-label={`Sign out ${device}, last used ${time.dateTime(last_used_at)}`}
          onClick={() => end.mutate({ params: { id } })}
        >
          Sign out
        </Button>
      )}
    </>
  );
}
