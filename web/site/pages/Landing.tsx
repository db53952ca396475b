import { Icon } from "../drawings/Icon.tsx";
import { Partner, partners } from "../drawings/Partner.tsx";
import { ServiceDrawing } from "../drawings/ServiceDrawing.tsx";
import { Banner } from "../parts/Banner.tsx";
import { CallsToAction, TrialNote } from "../parts/CallsToAction.tsx";
import { Picture, pictures } from "../parts/Picture.tsx";
import { questions } from "../questions.ts";
import { servicePath, services } from "../services/services.ts";
import { featureBlurbs } from "./featureBlurbs.ts";

/** The landing page. */
export function Landing() {
  return (
    <>
      <section className="hero">
        <div>
          <h1>Elevate your business, one conversation at a time</h1>
          <p className="subline">Track and optimize routes in real-time</p>
          <p className="lead">
            Rooftop brings texts, customers and appointments from all your locations together, so your whole team can
            see and answer them as they come in.
          </p>
          <CallsToAction />
          <TrialNote />
        </div>
        <Picture
          of={pictures.inbox}
          onPhone={pictures.inboxOnPhone}
          alt="The inbox: conversations with customers, one of them open, and the customer beside it"
          isFirst
        />
      </section>
      <Solutions />
      <Features />
      <section className="partners" aria-labelledby="partners">
        <h2 id="partners">Works with what you already have</h2>
        <ul>
          {partners.map((partner) => (
            <Partner key={partner.name} {...partner} />
          ))}
        </ul>
      </section>
      <About />
      <Banner />
      <Faq />
    </>
  );
}

function Solutions() {
  return (
    <section className="solutions-section" aria-labelledby="solutions">
      <h2 id="solutions">One roof for everything you say to customers</h2>
      <ul className="cards">
        {services.map((service) => (
          <li key={service.slug} className="card-of-service">
            <ServiceDrawing slug={service.slug} size={52} />
            <h3>{service.name}</h3>
            <p>{service.lead}</p>
            <a href={servicePath(service)}>
              More about {service.name} <Icon is="right" size={18} />
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Features() {
  return featureBlurbs.map(({ id, heading, text, points, picture, alt }) => (
    <section key={id} id={id} className="feature" aria-labelledby={`${id}-heading`}>
      <div>
        <h2 id={`${id}-heading`}>{heading}</h2>
        <p className="lead">{text}</p>
        <ul className="points">
          {points.map((point) => (
            <li key={point}>
              <Icon is="check" /> {point}
            </li>
          ))}
        </ul>
      </div>
      <Picture of={pictures[picture]} alt={alt} />
    </section>
  ));
}

function About() {
  return (
    <section id="about" className="about" aria-labelledby="about-heading">
      <h2 id="about-heading">About Rooftop</h2>
      <div>
        <p>
          Dealership customers text the last person who answered: a salesperson’s own phone, the front desk, a number on
          a sticker. When that person has the day off, no one sees the text.
        </p>
        <p>
          Rooftop gives each location, each “rooftop”, one number and one inbox that the whole team shares.
          Conversations stay with the business, anyone who is free can reply, and an appointment is booked right from
          the conversation.
        </p>
        <p>
          It is built on two promises: a text shown as sent was sent, once, and a customer who says no is left alone.
        </p>
      </div>
    </section>
  );
}

function Faq() {
  return (
    <section id="faq" className="faq" aria-labelledby="faq-heading">
      <h2 id="faq-heading">Frequently asked questions</h2>
      <div>
        {questions.map(({ question, answer }) => (
          <details key={question} name="faq">
            <summary>
              {question} <Icon is="down" />
            </summary>
            <p>{answer}</p>
          </details>
        ))}
      </div>
    </section>
  );
}
