import { Icon } from "../drawings/Icon.tsx";
import { login, register } from "../links.ts";

/** The calls to action: register or log in. */
export function CallsToAction() {
  return (
    <p className="calls">
      <a className="button large" href={register.to}>
        {register.label}
        <Icon is="right" />
      </a>
      <a className="button large quiet" href={login.to} data-login>
        {login.label}
      </a>
    </p>
  );
}

/** The free trial's terms. */
export function TrialNote() {
  return (
    <p className="trial">
      <Icon is="check" size={18} /> 30 day free trial at sign-up. No card needed.
    </p>
  );
}
