/* Passkeys through the page, with Chromium's virtual authenticator: an account without a password, signing in
 * without a name, names, removal, a copied device, a passkey beside a password, a device that does not verify its
 * user; axe on every screen.
 *
 * usage: test_passkey.mjs PROGRAM */
import { axe, withHouse } from "./house.mjs";
import { check, run } from "./page.mjs";

const [program = "build/gcc/colonnade"] = process.argv.slice(2);
const GOOD = "seven quiet doves";

/* A device that its owner has just touched, and that has verified them. */
async function device(page, options = {}) {
  const line = await page.context().newCDPSession(page);
  await line.send("WebAuthn.enable");
  const { authenticatorId } = await line.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
      ...options,
    },
  });
  return { authenticatorId, line };
}

const credentials = async ({ line, authenticatorId }) =>
  (await line.send("WebAuthn.getCredentials", { authenticatorId })).credentials;

const said = (page, pattern) =>
  page.waitForFunction((p) => new RegExp(p).test(document.querySelector(".account-said").textContent), pattern);

const labels = (page) => page.locator('.account input[type="text"]').evaluateAll((all) => all.map((i) => i.value));

async function passkeys({ come, house }) {
  const home = house.url;
  house.url = home.replace("127.0.0.1", "localhost"); // a passkey belongs to a host name
  const ann = await come({ hash: "#/online/account" });
  const first = await device(ann);
  await ann.waitForSelector('[data-name="passkey"]');
  await ann.click('[data-name="account-up"]');
  await axe(ann, "a new account, with or without a password");
  await ann.click('[data-name="passkey"]');
  await said(ann, "Names have");
  await ann.fill('.account-form [name="username"]', "Ann");
  await ann.click('[data-name="passkey"]');
  await ann.waitForSelector(".account-codes");
  await ann.click('[data-name="codes-done"]');
  await ann.waitForSelector('[data-name="passkey-remove"]');
  check((await ann.locator('.account-form [name="password"]').count()) === 0, "there is no password to ask for");
  check((await credentials(first)).length === 1, "the device has one");
  check(
    (await ann.context().cookies()).some((c) => c.name === "__Host-colonnade"),
    "the cookie is there",
  );
  await axe(ann, "one's account with a passkey");

  /* It gets a name, and cannot be removed, as the last one. */
  await ann.fill('.account input[type="text"]', "my desk");
  await ann.locator('.account input[type="text"]').blur();
  await ann.reload();
  await ann.waitForSelector('[data-name="passkey-remove"]');
  check((await labels(ann))[0] === "my desk", `the name stays: ${await labels(ann)}`);
  await ann.click('[data-name="passkey-remove"]');
  await said(ann, "only way into");

  /* It authorises new codes; signing out, and in again without a name. */
  await ann.click('[data-name="codes"]');
  await ann.waitForSelector(".account-codes");
  await ann.click('[data-name="codes-done"]');
  await ann.waitForSelector('[data-name="passkey-add"]');
  await ann.click('[data-name="passkey-add"]'); // a device that has one makes no second one
  await said(ann, "No passkey");
  await ann.click('[data-name="sign-out"]');
  await ann.waitForSelector('[data-name="account-up"]');
  await ann.click('[data-name="passkey"]');
  await ann.waitForSelector('[data-name="passkey-remove"]');
  check((await ann.textContent(".account-name")).includes("Ann"), "signed in without a name");

  /* A device that does not verify its user. */
  await ann.click('[data-name="sign-out"]');
  await ann.waitForSelector('[data-name="account-up"]');
  await first.line.send("WebAuthn.setUserVerified", { authenticatorId: first.authenticatorId, isUserVerified: false });
  await ann.click('[data-name="passkey"]');
  await said(ann, "No passkey");
  await first.line.send("WebAuthn.setUserVerified", { authenticatorId: first.authenticatorId, isUserVerified: true });

  /* A copy of the device as it was at first is refused: its counter is behind. */
  const stranger = await come({ hash: "#/online/account", settings: { lang: "fr" }, locale: "fr-FR" });
  const copy = await device(stranger);
  const [credential] = await credentials(first);
  await copy.line.send("WebAuthn.addCredential", {
    authenticatorId: copy.authenticatorId,
    credential: { ...credential, signCount: 0 },
  });
  await ann.click('[data-name="passkey"]');
  await ann.waitForSelector('[data-name="passkey-remove"]');
  await stranger.waitForSelector('[data-name="passkey"]');
  await axe(stranger, "signing in, in French");
  await stranger.click('[data-name="passkey"]');
  await said(stranger, "clé d'accès");

  /* Beside a password, which then authorises its removal. */
  const bob = await come({ hash: "#/online/account" });
  await device(bob);
  await bob.waitForSelector('[data-name="account-up"]');
  await bob.click('[data-name="account-up"]');
  await bob.fill('.account-form [name="username"]', "Bob");
  await bob.fill('.account-form [name="password"]', GOOD);
  await bob.click('.account-form button[type="submit"]');
  await bob.waitForSelector(".account-codes");
  await bob.click('[data-name="codes-done"]');
  await bob.waitForSelector('[data-name="passkey-add"]');
  await bob.click('[data-name="passkey-add"]');
  await said(bob, "do not match");
  await bob.fill('.account-form [name="password"]', GOOD);
  await bob.click('[data-name="passkey-add"]');
  await bob.waitForSelector('[data-name="passkey-remove"]');
  await axe(bob, "a passkey beside a password");
  await bob.fill('.account-form [name="password"]', GOOD);
  await bob.click('[data-name="passkey-remove"]');
  await bob.waitForSelector('[data-name="passkey-remove"]', { state: "detached" });

  /* At a numeric address there are no passkeys. */
  house.url = home;
  const by = await come({ hash: "#/online/account" });
  await by.waitForSelector(".account-form");
  check((await by.locator('[data-name="passkey"]').count()) === 0, "no passkey for an address in numbers");
}

run(() => withHouse(program, passkeys, ["--accounts"]));
