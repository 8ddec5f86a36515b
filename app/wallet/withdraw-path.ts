export const WITHDRAW = '/financial/action/make-withdraw';
