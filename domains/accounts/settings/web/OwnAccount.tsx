import {
  Alert,
  Badge,
  Button,
  FileButton,
  PasswordInput,
  type PasswordInputProps,
  Skeleton,
  TextInput,
} from "@mantine/core";
import { passwordHint } from "#core/passwords.ts";
import { formatPhone } from "#core/phone.ts";
import { useCall } from "#core/web/call/useCall.ts";
import { useSend } from "#core/web/call/useSend.ts";
import { confirm } from "#core/web/dialog/confirm.tsx";
import { toast } from "#core/web/feedback/toast.tsx";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { useUnsavedChanges } from "#core/web/form/useUnsavedChanges.ts";
import { Initials } from "#core/web/layout/Initials.tsx";
import { useTime } from "#core/web/time/useTime.ts";
import { accounts } from "#domains/accounts/contract.ts";
import { initialsOf } from "#domains/accounts/rules.ts";
import { type ProfileSettings, type SignedInBrowser, settings } from "../contract.ts";
import classes from "./Settings.module.css";

const profileCalls = [settings.profile, accounts.profile];

/** The person's photo and name, and the facts that only others can change. */
export function OwnProfile({ settings: own }: { settings: ProfileSettings }) {
  const { first_name, last_name, email, phone, address } = own;
  const facts = { Email: email, Phone: formatPhone(phone), Address: address };
  const name = useCallForm(settings.name, { initialValues: { first_name, last_name }, invalidates: profileCalls });
  useUnsavedChanges(name.form.isDirty);
  return (
    <>
      <OwnPhoto settings={own} />
      <form noValidate onSubmit={name.submit} className={classes.form}>
        <div className={classes.pair}>
          <TextInput label="First name" autoComplete="given-name" {...name.form.getInputProps("first_name")} />
          <TextInput label="Last name" autoComplete="family-name" {...name.form.getInputProps("last_name")} />
        </div>
        <Button type="submit" variant="default" loading={name.sending}>
          Save name
        </Button>
      </form>
      <dl className={classes.facts}>
        {Object.entries(facts).map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value || "—"}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function OwnPhoto({ settings: { first_name, last_name, user_image } }: { settings: ProfileSettings }) {
  const change = useSend(settings.photo, { invalidates: profileCalls });
  const remove = useSend(settings.removePhoto, { invalidates: profileCalls });
  const upload = async (file: File | null) => {
    if (!file) return;
    const image = await readPhoto(file);
    if (image) change.mutate({ body: { image } });
    else toast.error("This picture can't be opened. Choose another one");
  };
  const name = `${first_name} ${last_name}`;
  return (
    <div className={classes.photo}>
      <Initials initials={initialsOf(first_name, last_name)} size={72} seed={name} image={user_image} />
      <FileButton accept="image/png,image/jpeg,image/webp,image/gif" onChange={upload}>
        {(props) => (
          <Button variant="default" loading={change.isPending} {...props}>
            {user_image ? "Change photo" : "Add photo"}
          </Button>
        )}
      </FileButton>
      {user_image && (
        <Button variant="subtle" color="red" loading={remove.isPending} onClick={() => remove.mutate({})}>
          Remove photo
        </Button>
      )}
    </div>
  );
}

/** Twice the stored size for sharpness, yet small enough to upload from a phone. */
const side = 640;

/** Crops and scales an image file to a square data URL; undefined when the browser can't decode it. */
export async function readPhoto(file: File): Promise<string | undefined> {
  const bitmap = await createImageBitmap(file).catch(() => undefined);
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d");
  if (!bitmap || !context) return undefined;
  const { width, height } = bitmap;
  const size = Math.min(width, height);
  canvas.width = Math.min(side, size);
  canvas.height = canvas.width;
  // JPEG would turn transparent areas black.
  context.fillStyle = "white";
  context.fillRect(0, 0, canvas.width, canvas.width);
  context.drawImage(bitmap, (width - size) / 2, (height - size) / 2, size, size, 0, 0, canvas.width, canvas.width);
  bitmap.close();
  return canvas.toDataURL("image/jpeg", 0.88);
}

const initialValues = { old_password: "", password: "", confirm_password: "" };

/** Changes the person's own password. */
export function PasswordForm({ email }: { email: string }) {
  const change = useCallForm(settings.password, {
    initialValues,
    invalidates: [settings.sessions],
    onSuccess: () => change.form.reset(),
  });
  const { getInputProps } = change.form;
  return (
    <form noValidate onSubmit={change.submit} className={classes.form}>
      {/* Lets password managers match the account. */}
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <Password label="Current password" autoComplete="current-password" {...getInputProps("old_password")} />
      <Password
        label="New password"
        description={passwordHint}
        autoComplete="new-password"
        {...getInputProps("password")}
      />
      <Password label="Confirm new password" autoComplete="new-password" {...getInputProps("confirm_password")} />
      <Button type="submit" variant="default" loading={change.sending}>
        Change password
      </Button>
    </form>
  );
}

function Password(props: PasswordInputProps) {
  const toggle = { "aria-label": `Show ${String(props.label).toLowerCase()}`, tabIndex: 0 };
  return <PasswordInput visibilityToggleButtonProps={toggle} {...props} />;
}

const sessionCalls = [settings.sessions];

/** The browsers in which the person is signed in, each with a sign-out button. */
export function SignedInBrowsers() {
  const { data, error } = useCall(settings.sessions);
  const endOthers = useSend(settings.endOtherSessions, { invalidates: sessionCalls });
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
  const end = useSend(settings.endSession, { invalidates: sessionCalls });
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
