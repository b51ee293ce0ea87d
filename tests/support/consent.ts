import type { UploadConsent } from '../../src-main/api-client/service-client.ts';

/** The declaration, sent with a model, of a person who confirmed rights and terms. */
export const fullConsent: UploadConsent = { hasRightsToModel: true, acceptTermsAndConditions: true };
