import { Anchor, Button, Group, PasswordInput, Stack, Text, TextInput, Title } from "@mantine/core";
import type { FormEvent } from "react";
import { Link } from "react-router";
import { confirmPasswordErrors, passwordHint } from "#core/passwords.ts";
import { useSend } from "#core/web/call/useSend.ts";
import { PhoneInput } from "#core/web/form/PhoneInput.tsx";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { Land } from "#core/web/layout/Land.tsx";
import { session, useSession } from "#core/web/session/session.ts";
import { initialsOf } from "#domains/accounts/rules.ts";
import { type RegisteredUser, registration } from "../contract.ts";
import { readFormDraft, usePersistedFormDraft } from "./formDraft.ts";

const draftKey = "register";
const empty = { first_name: "", last_name: "", business_name: "", email: "", phone: "", zip: "" };

/** The session of a new owner, who has no location yet. */
function sessionOf({ first_name, last_name, ...user }: RegisteredUser) {
  const noLocation = { location_id: null, location: "", location_address: "" };
  return { ...user, first_name, last_name, ...noLocation, user_name_initials: initialsOf(first_name, last_name) };
}

/** Registers a business: checks the email first, then submits. The wizard follows. */
export function RegisterScreen() {
  const person = useSession();
  const { first_name, last_name, business_name, email, phone, zip } = readFormDraft(draftKey, empty);
  const register = useCallForm(registration.register, {
    initialValues: { first_name, last_name, business_name, email, password: "", confirm_password: "", phone, zip },
    toBody: ({ confirm_password: _, ...body }) => body,
    extraErrors: confirmPasswordErrors,
    quiet: "success",
    onSuccess: ({ data }) => session.start(sessionOf(data)),
  });
  const { form } = register;
  const check = useSend(registration.checkEmail, {
    onSuccess: () => register.submit(),
    onFailure: ({ fields, message }) => {
      form.setErrors({ email: fields.email ?? message });
      form.getInputNode("email")?.focus();
    },
  });
  const { password: _, confirm_password: __, ...typed } = form.values;
  usePersistedFormDraft(draftKey, typed);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    // The form itself shows the errors.
    if (form.validate().hasErrors) return register.submit(event);
    event.preventDefault();
    if (!check.isPending && !register.sending) check.mutate({ body: { email: form.values.email } });
  };

  if (person) return <Land person={person} />;
  return (
    <form method="post" noValidate onSubmit={submit}>
      <Stack gap="md">
        <div>
          <Title order={1} fz={28} lh={1.2}>
            Create your account
          </Title>
          <Text c="dimmed" mt={4}>
            Free for 30 days, for your whole team.
          </Text>
        </div>
        <Group grow align="start" wrap="nowrap">
          <TextInput
            label="First name"
            autoComplete="given-name"
            withAsterisk
            autoFocus
            {...form.getInputProps("first_name")}
          />
          <TextInput label="Last name" autoComplete="family-name" withAsterisk {...form.getInputProps("last_name")} />
        </Group>
        <TextInput
          label="Business name"
          autoComplete="organization"
          withAsterisk
          {...form.getInputProps("business_name")}
        />
        <TextInput label="Email" type="email" autoComplete="username" withAsterisk {...form.getInputProps("email")} />
        <PasswordInput
          label="Password"
          description={passwordHint}
          autoComplete="new-password"
          withAsterisk
          visibilityToggleButtonProps={{ "aria-label": "Show password", tabIndex: 0 }}
          {...form.getInputProps("password")}
        />
        <PasswordInput
          label="Confirm password"
          autoComplete="new-password"
          withAsterisk
          visibilityToggleButtonProps={{ "aria-label": "Show confirmed password", tabIndex: 0 }}
          {...form.getInputProps("confirm_password")}
        />
        <Group grow align="start" wrap="nowrap">
          <PhoneInput label="Phone" withAsterisk {...form.getInputProps("phone")} />
          <TextInput label="Zip code" autoComplete="postal-code" inputMode="numeric" {...form.getInputProps("zip")} />
        </Group>
        <Button type="submit" size="md" fullWidth loading={check.isPending || register.sending}>
          Register
        </Button>
        <Text size="sm" ta="center" c="dimmed">
          Have an account already?{" "}
          <Anchor component={Link} to="/login" underline="always" inherit>
            Login
          </Anchor>
        </Text>
      </Stack>
    </form>
  );
}
