/* Passkeys: translates between the house's messages (docs/house.md) and the browser's. Secrets stay in the
 * browser. */
import { type Heard, text, texts } from "./house.js";

/* Base64url. */
export function pack(bytes: ArrayBuffer): string {
  const letters = String.fromCharCode(...new Uint8Array(bytes));
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function unpack(packed: string): Uint8Array<ArrayBuffer> {
  const letters = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(letters, (c) => c.charCodeAt(0));
}

/* Whether this page can have any: its address must be a host name, and secure. */
export const passkeysHere = (): boolean =>
  isSecureContext && typeof PublicKeyCredential === "function" && /[a-z]/i.test(location.hostname);

const verification = (asked: Heard): UserVerificationRequirement =>
  asked.verification === "preferred" ? "preferred" : "required";

/* Makes a new passkey for this name, with the house's challenge. */
export async function makePasskey(asked: Heard, name: string): Promise<Record<string, string>> {
  const made = (await navigator.credentials.create({
    publicKey: {
      challenge: unpack(text(asked.challenge)),
      rp: { id: text(asked.site), name: "Colonnade" },
      user: { id: new TextEncoder().encode(text(asked.user)), name, displayName: name },
      pubKeyCredParams: [
        { type: "public-key", alg: -7 },
        { type: "public-key", alg: -8 },
      ],
      authenticatorSelection: { residentKey: "required", userVerification: verification(asked) },
      excludeCredentials: texts(asked.passkeys).map((id) => ({ type: "public-key", id: unpack(id) })),
      attestation: "none",
    },
  })) as PublicKeyCredential;
  const answer = made.response as AuthenticatorAttestationResponse;
  return { client: pack(answer.clientDataJSON), data: pack(answer.getAuthenticatorData()) };
}

/* A signature by one of the passkeys that the house named, or by any that its owner chooses. */
export async function signWithPasskey(asked: Heard): Promise<Record<string, string>> {
  const used = (await navigator.credentials.get({
    publicKey: {
      challenge: unpack(text(asked.challenge)),
      rpId: text(asked.site),
      userVerification: verification(asked),
      allowCredentials: texts(asked.passkeys).map((id) => ({ type: "public-key", id: unpack(id) })),
    },
  })) as PublicKeyCredential;
  const answer = used.response as AuthenticatorAssertionResponse;
  return {
    id: used.id,
    client: pack(answer.clientDataJSON),
    data: pack(answer.authenticatorData),
    signature: pack(answer.signature),
    ...(answer.userHandle ? { user: new TextDecoder().decode(answer.userHandle) } : {}),
  };
}
