/* What is said about an account: why something was refused, what is kept, and this browser's name. */
import { T } from "../text.js";

export const why = (word: string): string => {
  switch (word) {
    case "wrong-password":
      return T("This name and this password do not match.");
    case "wrong-code":
      return T("This name and this code do not match, or the code has been used.");
    case "name-taken":
      return T("Somebody has this name, or one that looks like it.");
    case "name-reserved":
    case "bad-name":
      return T("Names have 3 to 20 letters and digits, with single signs between them, and some are reserved.");
    case "bad-password":
      return T(
        "A password needs at least 12 characters, and must not be one that everybody would try first. Several words are best.",
      );
    case "too-many-tries":
    case "busy":
      return T("Too many attempts: wait a little.");
    case "wrong-passkey":
      return T("This passkey does not belong to an account here, or has not been accepted.");
    case "last-passkey":
      return T("This is the only way into your account: set a password or add another passkey first.");
    case "too-many-passkeys":
      return T("An account has at most 20 passkeys.");
    case "cancelled":
      return T("No passkey was used.");
    case "games-under-way":
      return T("Some of your games are not over yet: end them first.");
    case "not-signed-in":
      return T("You are signed out.");
    default:
      return T("That did not work just now. Try again later.");
  }
};

/* This browser's name in the list of devices. */
export function device(): string {
  const agent = navigator.userAgent;
  const name = /Firefox/.test(agent)
    ? "Firefox"
    : /Edg/.test(agent)
      ? "Edge"
      : /Chrom/.test(agent)
        ? "Chrome"
        : "Safari";
  const on = /Android/.test(agent) ? "Android" : /iPhone|iPad/.test(agent) ? "iOS" : /Mac/.test(agent) ? "macOS" : "";
  const other = /Windows/.test(agent) ? "Windows" : /Linux/.test(agent) ? "Linux" : "";
  return [name, on || other].filter(Boolean).join(", ");
}

export const kept = (): string =>
  T(
    "The house keeps your name, what it needs to check your password or passkey, when you signed in on which kind of device, and your games, which others see. No address, no e-mail. You can download and erase all of it here.",
  );
