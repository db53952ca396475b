import { Button, FileButton, TextInput } from "@mantine/core";
import { formatPhone } from "#core/phone.ts";
import { useSend } from "#core/web/call/useSend.ts";
import { toast } from "#core/web/feedback/toast.tsx";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { useUnsavedChanges } from "#core/web/form/useUnsavedChanges.ts";
import { Initials } from "#core/web/layout/Initials.tsx";
import { accounts } from "#domains/accounts/contract.ts";
import { initialsOf } from "#domains/accounts/rules.ts";
import { type ProfileSettings, settings } from "../contract.ts";
import { readPhoto } from "./readPhoto.ts";
import classes from "./Settings.module.css";

const refreshes = [settings.profile, accounts.profile];

/** The person's photo and name, and the facts that only others can change. */
export function OwnProfile({ settings: own }: { settings: ProfileSettings }) {
  const { first_name, last_name, email, phone, address } = own;
  const facts = { Email: email, Phone: formatPhone(phone), Address: address };
  const name = useCallForm(settings.name, { initialValues: { first_name, last_name }, invalidates: refreshes });
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
  const change = useSend(settings.photo, { invalidates: refreshes });
  const remove = useSend(settings.removePhoto, { invalidates: refreshes });
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
