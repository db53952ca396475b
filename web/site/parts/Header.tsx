import { Icon } from "../drawings/Icon.tsx";
import { about, faq, login, register } from "../links.ts";
import { Brand } from "./Brand.tsx";
import { MegaMenu, ServiceLinks } from "./MegaMenu.tsx";

/** The sticky header: a mega menu on wide screens, one menu button on phones. */
export function Header() {
  return (
    <header className="header" data-header>
      <div className="header-row">
        <Brand />
        <nav className="wide" aria-label="Main">
          <MegaMenu />
          <a href={about.to}>{about.label}</a>
          <a href={faq.to}>{faq.label}</a>
          <span className="header-end">
            <a href={login.to} data-login>
              {login.label}
            </a>
            <a className="button" href={register.to}>
              {register.label}
            </a>
          </span>
        </nav>
        <nav className="narrow" aria-label="Main">
          <details data-menu>
            <summary aria-label="Menu">
              <Icon is="menu" size={26} />
            </summary>
            <div className="panel">
              <p className="panel-title">Solutions</p>
              <ServiceLinks />
              <hr />
              <a href={about.to}>{about.label}</a>
              <a href={faq.to}>{faq.label}</a>
              <a href={login.to} data-login>
                {login.label}
              </a>
              <a className="button" href={register.to}>
                {register.label}
              </a>
            </div>
          </details>
        </nav>
      </div>
    </header>
  );
}
