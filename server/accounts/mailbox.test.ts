import { describe, expect, it } from 'vitest';
import { mailboxOf } from './mailbox.ts';

describe('the mailbox behind an address (D14)', () => {
  it.each([
    ['f.a.r.mer+1@gmail.com', 'farmer@gmail.com'],
    ['farmer@googlemail.com', 'farmer@gmail.com'],
    ['a.b+x+y@hotmail.co.uk', 'a.b@hotmail.co.uk'],
    ['a+x@outlook.com', 'a@outlook.com'],
    ['a+x@live.nl', 'a@live.nl'],
    ['base-shop@yahoo.com', 'base@yahoo.com'],
    ['base-shop@yahoo.co.uk', 'base@yahoo.co.uk'],
    ['a+x@me.com', 'a@icloud.com'],
    ['a+x@fastmail.fm', 'a@fastmail.fm'],
    ['shop@farah.fastmail.com', 'farah@fastmail.com'],
    ['a+x@pm.me', 'a@proton.me'],
    ['a+x@zoho.com', 'a@zoho.com'],
    ['a+x@zohomail.eu', 'a@zohomail.eu'],
    ['a+x@gmx.de', 'a@gmx.de'],
    ['a+x@yandex.com', 'a@yandex.ru'],
    ['a+x@ya.ru', 'a@yandex.ru'],
    ['a+x@hey.com', 'a@hey.com'],
    ['+only@gmail.com', '+only@gmail.com'],
  ])('of %s is %s', (email, mailbox) => {
    expect(mailboxOf(email)).toBe(mailbox);
  });

  it.each([
    'a.b@tusaale.so',
    'a+b@tusaale.so',
    'a-b@gmail.com.evil.so',
    'shop@a.fastmail.com.evil.so',
    'a-b@outlook.com',
    'a.b@yahoo.com',
    'a+b@notgmail.com',
    'a+b@yandex.zz',
    'a+b@yandex.q.q',
    'a+b@yandex.zzzzzz',
  ])('is the address itself where no rule of a provider says otherwise: %s', (email) => {
    expect(mailboxOf(email)).toBe(email);
  });
});
