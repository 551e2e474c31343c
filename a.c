#include <lo/lo.h>
int main(int c,char**v){ if(c>5) lo_message_new(); return 0;}
