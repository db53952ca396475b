-- Pictures that emails show. Who reads one fetches them without signing in, for as long as emails live.
alter table marketing_images
  -- In the picture's address: 128 random bits that say nothing of the business; null: a text's picture.
  add column token text check (token ~ '^[0-9a-f]{32}$');
create index marketing_images_of_token on marketing_images (token) where token is not null;

-- Which pictures an email's HTML shows, so that they stay as long as it does.
create function mail_picture_tokens(html text) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(distinct found[1]), '{}') from regexp_matches(html, '/i/([0-9a-f]{32})\.', 'g') as found
$$;
alter table email_templates
  add column picture_tokens text[] not null generated always as (mail_picture_tokens(template)) stored;
alter table campaigns
  add column picture_tokens text[] not null
    generated always as (case when channel = 'email' then mail_picture_tokens(body) else '{}' end) stored;
