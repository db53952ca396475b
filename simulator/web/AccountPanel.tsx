import { Anchor, NativeSelect, Text } from "@mantine/core";
import { Fragment, type ReactNode } from "react";
import { useSearchParams } from "react-router";
import classes from "./Calls.module.css";
import { FailureAlert } from "./FailureAlert.tsx";
import { FormBesideList } from "./FormBesideList.tsx";
import { usePolledQuery } from "./simulatorApi.ts";

interface Props<Account> {
  tab: string;
  /** The accounts' path in the API. */
  path: string;
  /** The chosen account's name in the address. */
  parameter: string;
  label: string;
  nameOf: (account: Account) => string;
  /** Says how to connect one where nobody has. */
  none: ReactNode;
  /** What is played with the chosen account; begins anew with each. */
  controls: (account: Account) => ReactNode;
  list: (account: Account) => ReactNode;
}

/** One of the accounts at a provider: the choice, what is done with it, and what it holds. */
export function AccountPanel<Account extends { readonly id: number }>(props: Props<Account>) {
  const { tab, path, parameter, label, nameOf, none, controls, list } = props;
  const [searchParams, setSearchParams] = useSearchParams();
  const accounts = usePolledQuery<Account[]>(path);
  const chosen = accounts.data?.find(({ id }) => String(id) === searchParams.get(parameter)) ?? accounts.data?.[0];
  return (
    <FormBesideList>
      <div className={classes.form}>
        <FailureAlert error={accounts.error} />
        {accounts.data?.length === 0 && <Text c="dimmed">{none}</Text>}
        {chosen && (
          <>
            <NativeSelect
              label={label}
              value={chosen.id}
              data={accounts.data?.map((one) => ({ value: String(one.id), label: nameOf(one) }))}
              onChange={({ currentTarget }) => setSearchParams({ tab, [parameter]: currentTarget.value })}
            />
            <Fragment key={chosen.id}>{controls(chosen)}</Fragment>
          </>
        )}
      </div>
      {chosen && list(chosen)}
    </FormBesideList>
  );
}

/** A link into the app, within a sentence. */
export function AppLink({ to, children }: { to: string; children: string }) {
  return (
    <Anchor href={to} inherit underline="always">
      {children}
    </Anchor>
  );
}
