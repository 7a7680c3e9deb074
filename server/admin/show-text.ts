/** Text of other people for a terminal: what moves the cursor, begins a line or turns the direction is shown as its number. */
export const showText = (text: string): string =>
  text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`);
