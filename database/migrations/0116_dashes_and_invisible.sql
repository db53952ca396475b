-- Searches read typographic dashes as hyphens and leave out what shows nothing. Must match foldForSearch. Most texts are
-- plain, and need none of it.
create or replace function searchable(value text) returns text language sql immutable strict parallel safe
return case when octet_length(value) = length(value) then translate(lower(value), U&'\0027\0060', '')
else translate(
  replace(replace(replace(replace(normalize(lower(
    regexp_replace(regexp_replace(
      case when value ~ U&'[\3000\FF01-\FF5E]'
        then translate(value, U&'\3000\FF01\FF02\FF03\FF04\FF05\FF06\FF07\FF08\FF09\FF0A\FF0B\FF0C\FF0D\FF0E\FF0F\FF10\FF11\FF12\FF13\FF14\FF15\FF16\FF17\FF18\FF19\FF1A\FF1B\FF1C\FF1D\FF1E\FF1F\FF20\FF21\FF22\FF23\FF24\FF25\FF26\FF27\FF28\FF29\FF2A\FF2B\FF2C\FF2D\FF2E\FF2F\FF30\FF31\FF32\FF33\FF34\FF35\FF36\FF37\FF38\FF39\FF3A\FF3B\FF3C\FF3D\FF3E\FF3F\FF40\FF41\FF42\FF43\FF44\FF45\FF46\FF47\FF48\FF49\FF4A\FF4B\FF4C\FF4D\FF4E\FF4F\FF50\FF51\FF52\FF53\FF54\FF55\FF56\FF57\FF58\FF59\FF5A\FF5B\FF5C\FF5D\FF5E',
          ' !"#$%&''()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\]^_`abcdefghijklmnopqrstuvwxyz{|}~')
        else value end,
      U&'[\00AD\034F\0600-\0605\061C\06DD\070F\0890-\0891\08E2\115F-\1160\17B4-\17B5\180B-\180F\200B-\200F\202A-\202E\2060-\206F\2800\3164\FE00-\FE0F\FEFF\FFA0\FFF0-\FFFB\+0110BD\+0110CD\+013430-\+01343F\+01BCA0-\+01BCA3\+01D173-\+01D17A\+0E0000-\+0E0FFF]', '', 'g'),
      U&'[\058A\05BE\1400\1806\2010-\2015\2212\2E17\2E1A\2E3A-\2E3B\2E40\2E5D\301C\3030\30A0\FE31-\FE32\FE58\FE63\+010D6E\+010EAD]', '-', 'g')
  ), NFD), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
  U&'\0142\00F8\0131\0111\00F0\0127\0167' || U&'\0300\0301\0302\0303\0304\0306\0307\0308\0309\030A\030B\030C\031B\0323\0326\0327\0328'
    || U&'\0027\0060\00B4\02B9\02BB\02BC\02BD\2018\2019\201A\201B\2032\2035\FF07',
  'loiddht') end;

-- Written again for the few whom it concerns.
update customers set first_name = first_name
  where octet_length(search_text) > length(search_text) and search_text ~ U&'[\00AD\034F\0600-\0605\061C\06DD\070F\0890-\0891\08E2\115F-\1160\17B4-\17B5\180B-\180F\200B-\200F\202A-\202E\2060-\206F\2800\3164\FE00-\FE0F\FEFF\FFA0\FFF0-\FFFB\+0110BD\+0110CD\+013430-\+01343F\+01BCA0-\+01BCA3\+01D173-\+01D17A\+0E0000-\+0E0FFF\058A\05BE\1400\1806\2010-\2015\2212\2E17\2E1A\2E3A-\2E3B\2E40\2E5D\301C\3030\30A0\FE31-\FE32\FE58\FE63\+010D6E\+010EAD]';
update message_words set words = searchable(words)
  where octet_length(words) > length(words) and words ~ U&'[\00AD\034F\0600-\0605\061C\06DD\070F\0890-\0891\08E2\115F-\1160\17B4-\17B5\180B-\180F\200B-\200F\202A-\202E\2060-\206F\2800\3164\FE00-\FE0F\FEFF\FFA0\FFF0-\FFFB\+0110BD\+0110CD\+013430-\+01343F\+01BCA0-\+01BCA3\+01D173-\+01D17A\+0E0000-\+0E0FFF\058A\05BE\1400\1806\2010-\2015\2212\2E17\2E1A\2E3A-\2E3B\2E40\2E5D\301C\3030\30A0\FE31-\FE32\FE58\FE63\+010D6E\+010EAD]';
